package org.jdesktop.animation.timing;

public class Animator {
  public static final float INFINITE = -1f;

  public enum RepeatBehavior { LOOP, REVERSE }

  public enum EndBehavior { HOLD, RESET }

  public Animator(int duration) {}

  public Animator(int duration, TimingTarget target) {}

  public Animator(int duration, double count, RepeatBehavior behaviour, TimingTarget target) {}

  public void start() {}

  public void stop() {}

  public void cancel() {}

  public boolean isRunning() {
    return false;
  }

  public void setResolution(int resolution) {}

  public void addTarget(TimingTarget target) {}
}
