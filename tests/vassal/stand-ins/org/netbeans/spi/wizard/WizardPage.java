package org.netbeans.spi.wizard;

public class WizardPage extends javax.swing.JPanel {
  public interface WizardResultProducer {}

  public WizardPage() {}

  public WizardPage(String description) {}
}
