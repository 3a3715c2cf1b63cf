package org.jdesktop.animation.timing;

public class TimingTargetAdapter implements TimingTarget {
  @Override
  public void timingEvent(float fraction) {}

  @Override
  public void begin() {}

  @Override
  public void end() {}

  @Override
  public void repeat() {}
}
