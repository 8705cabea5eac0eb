/** Time expressions of TTML (W3C Timed Text Markup Language 2, section 12.3.1), in milliseconds. */

export interface TtmlClock {
  /** Frames per second. */
  frameRate: number;
  /** Ticks per second. */
  tickRate: number;
}

const CLOCK = /^(\d{1,6}):(\d{2}):(\d{2})(?:\.(\d{1,9})|:(\d{1,4})(?:\.\d{1,4})?)?$/;
const OFFSET = /^(\d{1,15}(?:\.\d{1,9})?)(h|ms|m|s|f|t)$/;

/** @param attribute of the root element, by its local name */
export const clockOf = (attribute: (name: string) => string | undefined): TtmlClock => {
  const rate = Number(attribute('frameRate') ?? 30) || 30;
  const [numerator = 1, denominator = 1] = (attribute('frameRateMultiplier') ?? '1 1')
    .split(/[\s:]+/)
    .map(Number);
  const frameRate = rate * (numerator / denominator || 1);
  const ticks = Number(attribute('tickRate'));
  return { frameRate, tickRate: ticks || (attribute('frameRate') ? frameRate : 1) };
};

/**
 * Parses `00:00:01.500`, `00:00:01:12` (frames), `1.5s`, `45f` or `15000000t` to milliseconds; null for anything
 * else.
 */
export const ttmlTime = (text: string | undefined, { frameRate, tickRate }: TtmlClock): number | null => {
  const clock = CLOCK.exec(text?.trim() ?? '');
  if (clock) {
    const [, hours, minutes, seconds, fraction = '0', frames = '0'] = clock;
    const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
    return whole * 1_000 + Number(`0.${fraction}`) * 1_000 + (Number(frames) / frameRate) * 1_000;
  }
  const [, value, metric] = OFFSET.exec(text?.trim() ?? '') ?? [];
  if (value === undefined || metric === undefined) return null;
  const unit =
    { h: 3_600_000, m: 60_000, s: 1_000, ms: 1, f: 1_000 / frameRate, t: 1_000 / tickRate }[metric] ?? 0;
  return Number(value) * unit;
};
