/**
 * The place of a playback event among those that were sent with it, from 0: of a seek and a progress event in one
 * millisecond, retention needs to know which came first.
 */

export const id = '0004-order-of-arrival';

export const statements: readonly string[] = [
  'ALTER TABLE playback ADD COLUMN IF NOT EXISTS place UInt16 CODEC(ZSTD(1))',
];
