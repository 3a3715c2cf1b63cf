package org.jdesktop.animation.timing;

public interface TimingTarget {
  void timingEvent(float fraction);

  void begin();

  void end();

  void repeat();
}
