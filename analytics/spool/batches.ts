/** Takes the spool's events out in batches, each planned on disk before it is handed out, and lets go of what is done. */
import { open } from 'node:fs/promises';
import type { StoredEvent } from '../events.js';
import type { AnalyticsLog } from '../log.js';
import type { createBacklog } from './backlog.js';
import { removeSegment, setAside } from './folder.js';
import { segmentPath } from './names.js';
import { readAt, readSegment, type Damage } from './segment-reader.js';
import { writeState, type Range, type SpoolState } from './state.js';

/** A batch ends with the append that reaches one of these. */
const MAX_EVENTS = 99_000;
const MAX_BYTES = 48 * 1024 * 1024;

export interface Batch {
  /** Names the batch: the same events come with the same token, and no others do. */
  token: string;
  events: StoredEvent[];
  range: Range;
}

export const createBatches = ({
  dir,
  log,
  state,
  segments,
  backlog,
  growing,
}: {
  dir: string;
  log: AnalyticsLog;
  state: SpoolState;
  /** Segments that are left, oldest first, and how much of each is durable. */
  segments: Map<number, number>;
  backlog: ReturnType<typeof createBacklog>;
  /** The segment that is being appended to. */
  growing(): { segment: number } | null;
}) => {
  const save = (): Promise<void> => writeState(dir, state);
  const isGrowing = (segment: number): boolean => growing()?.segment === segment;
  const nothingAfter = (): boolean =>
    [...segments].every(([segment, size]) => segment === state.segment && size <= state.offset);

  /** Moves behind what is done; a segment that is done and grows no more is removed. */
  const moveTo = async (segment: number, offset: number, events: number, bytes: number): Promise<void> => {
    state.segment = segment;
    state.offset = offset;
    state.plan = null;
    const ended = offset >= (segments.get(segment) ?? 0) && !isGrowing(segment);
    await save();
    if (ended) segments.delete(segment);
    backlog.done({ segment, offset }, events, bytes, nothingAfter());
    if (ended) await removeSegment(dir, segment);
  };

  /** The first segment that is left, its place to read from set. */
  const enter = (): { segment: number; size: number } | undefined => {
    const [first] = segments;
    if (!first) return undefined;
    const [segment, size] = first;
    if (segment !== state.segment) {
      state.segment = segment;
      state.offset = 0;
    }
    return { segment, size };
  };

  const keepAside = async (name: string, { segment, from, to }: Range): Promise<void> => {
    const file = await open(segmentPath(dir, segment), 'r');
    try {
      await setAside(dir, name, await readAt(file, from, to - from));
    } finally {
      await file.close();
    }
  };

  const told = async (segment: number, { from, to, tail }: Damage): Promise<void> => {
    const fields = { dir, segment, from, to };
    if (tail)
      return log.warn(fields, 'the end of an event file was cut: what is missing was never acknowledged');
    log.error(fields, 'a part of an event file is damaged: it is set aside, the rest is stored');
    await keepAside(`${segment}-${from}-${to}.bytes`, { segment, from, to });
  };

  /** @param limited ends the batch when it is large enough; a planned one is read to its end */
  const read = async (segment: number, from: number, to: number, limited: boolean) => {
    const payloads: Buffer[] = [];
    let events = 0;
    let end = from;
    for await (const { frames, ends, damage } of readSegment(segmentPath(dir, segment), from, to)) {
      for (const [i, frame] of frames.entries()) {
        payloads.push(frame.payload);
        events += frame.events;
        end = ends[i] ?? end;
        if (limited && (events >= MAX_EVENTS || end - from >= MAX_BYTES)) return { payloads, events, end };
      }
      if (damage) {
        await told(segment, damage);
        end = damage.to;
      }
    }
    return { payloads, events, end };
  };

  const done = ({ range, events }: Batch): Promise<void> =>
    moveTo(range.segment, range.to, events.length, range.to - range.from);

  return {
    /** Bytes not yet done, without those that wait for the disk. */
    waitingBytes: (): number => {
      let bytes = 0;
      for (const [segment, size] of segments) bytes += size - (segment === state.segment ? state.offset : 0);
      return bytes;
    },

    next: async (): Promise<Batch | null> => {
      for (;;) {
        const place = enter();
        if (!place) return null;
        const { segment, size } = place;
        const planned = state.plan?.segment === segment ? state.plan : null;
        const from = planned?.from ?? state.offset;
        const { payloads, end } = await read(segment, from, planned?.to ?? size, !planned);
        const events = eventsOf(payloads, (err) =>
          log.error({ err, dir, segment }, 'an event is not readable'),
        );
        if (events.length > 0) {
          const range = planned ?? { segment, from, to: end };
          if (!planned) {
            state.plan = range;
            await save();
          }
          return { token: `${state.id}-${segment}-${range.from}-${range.to}`, events, range };
        }
        if (end === from && isGrowing(segment)) return null;
        await moveTo(segment, end, 0, end - from);
      }
    },

    done,

    /** @returns the file's name in `damaged/`: its events as they lie in a segment */
    setAside: async (batch: Batch): Promise<string> => {
      const name = `${batch.token}.refused`;
      await keepAside(name, batch.range);
      await done(batch);
      return name;
    },
  };
};

/** Whole appends passed their checksum: a line that cannot be read is a defect, and not worth the others. */
const eventsOf = (payloads: readonly Buffer[], unreadable: (error: unknown) => void): StoredEvent[] =>
  payloads.flatMap((payload) => {
    const lines = payload.toString('utf8').split('\n');
    lines.pop();
    return lines.flatMap((line) => {
      try {
        return [JSON.parse(line) as StoredEvent];
      } catch (error) {
        unreadable(error);
        return [];
      }
    });
  });
