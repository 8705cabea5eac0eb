/** Names of the files in the spool's folder. */
import { join } from 'node:path';

const SEGMENT = /^(\d{12})\.events$/;

export const segmentPath = (dir: string, segment: number): string =>
  join(dir, `${String(segment).padStart(12, '0')}.events`);

/** The segment's number; undefined for other files. */
export const segmentOf = (name: string): number | undefined => {
  const [, digits] = SEGMENT.exec(name) ?? [];
  return digits === undefined ? undefined : Number(digits);
};
