/** Records requests for the enclosures of feeds as downloads. */
import type { Account } from '../../identity/accounts/account.record.js';
import type { Clock } from '../../platform/lib/clock.js';
import { newId } from '../../platform/lib/ids.js';
import type { Log } from '../../platform/lib/log.js';
import { countedVisitor, createEventOrigin } from '../events/client-info.js';
import type { DescribeClient } from '../events/describe-client.js';
import type { EventSink } from '../events/event.service.js';
import type { HashVisitor } from '../events/visitors.js';
import { podcastAgentOf } from './podcast-agents.js';
import parseRange from 'range-parser';

export interface DownloadRequest {
  ip: string;
  userAgent: string;
  /** ISO 3166-1 alpha-2, from a trusted proxy. */
  country: string | undefined;
  /** The `Range` header. */
  range: string | undefined;
  asksNotToBeTracked: boolean;
  itemId: number;
  mediaAssetId: number;
  file: RequestedFile;
}

/** Resolves once the request is recorded, or does not count. It never fails: the file is sent in any case. */
export type RecordDownload = (account: Account, request: DownloadRequest) => Promise<void>;

/**
 * Whether a request is the first of its client and day is decided by reports, from the hash of the visitor: one
 * without a hash, because its client asks not to be tracked, could not be told from its repetitions and is not counted.
 */
export const createDownloadRecorder =
  ({
    clock,
    log,
    sink,
    hashVisitor,
    describeClient,
  }: {
    clock: Clock;
    log: Log;
    sink: EventSink;
    hashVisitor: HashVisitor;
    describeClient: DescribeClient;
  }): RecordDownload =>
  async (account, { ip, userAgent, country, range, asksNotToBeTracked, itemId, mediaAssetId, file }) => {
    const agent = podcastAgentOf(userAgent);
    if (agent.isBot || !asksForAMinute(range, file)) return;
    const visitor = countedVisitor(account, { visitor: { ip, userAgent, country }, asksNotToBeTracked });
    if (!visitor) return;
    const now = clock.now().getTime();
    try {
      await sink.append([
        {
          type: 'download',
          id: newId(),
          idByClient: false,
          accountId: account.id,
          occurredAt: now,
          receivedAt: now,
          visitorHash: await hashVisitor(account, visitor),
          ...describeClient(visitor),
          origin: createEventOrigin(account)(ip, null),
          itemId,
          mediaAssetId,
          app: agent.app,
        },
      ]);
    } catch (err) {
      log.warn({ err }, 'a download was not recorded');
    }
  };

/** IAB Tech Lab, "Podcast Measurement Technical Guidelines", version 2.2: enough of the file to play a minute. */
const LEAST_SECS = 60;
/** Assumed for a file whose length or size is unknown: 128 kbit/s. */
const USUAL_BYTES_PER_SEC = 16_000;
/** Larger than any file of unknown size. */
const UNKNOWN_BYTES = Number.MAX_SAFE_INTEGER;

interface RequestedFile {
  /** Null if unknown. */
  sizeBytes: number | null;
  durationSecs: number | null;
}

/**
 * A request without a range asks for the whole file. Of several ranges in one request, the largest decides.
 * @param range the `Range` header
 */
const asksForAMinute = (range: string | undefined, { sizeBytes, durationSecs }: RequestedFile): boolean => {
  if (range === undefined) return true;
  const size = sizeBytes ?? UNKNOWN_BYTES;
  const ranges = parseRange(size, range);
  // A header that is no range of bytes gets the whole file; one beyond the end gets nothing.
  if (ranges === -2) return true;
  if (ranges === -1 || ranges.type !== 'bytes') return ranges !== -1;
  const bytesPerSec = sizeBytes && durationSecs ? sizeBytes / durationSecs : USUAL_BYTES_PER_SEC;
  const least = Math.min(LEAST_SECS * bytesPerSec, size);
  return ranges.some(({ start, end }) => end - start + 1 >= Math.floor(least));
};
