package org.netbeans.spi.wizard;

public class Wizard {}
