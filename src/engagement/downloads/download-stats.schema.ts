/** Response schemas of the reports on downloads. */
import { z } from 'zod';
import { listEnvelope } from '../../platform/http/endpoint/endpoint.js';
import { dateTimeOutput } from '../../platform/lib/fields.js';
import { count, withPreviousPeriod, statsPeriod } from '../reports/stats.schema.js';

const overTime = {
  total: count,
  series: z.array(
    z.object({
      start: dateTimeOutput.meta({ description: 'Start of the hour, day, week or month.' }),
      downloads: count,
    }),
  ),
};
const row = { downloads: count, previous: withPreviousPeriod({ downloads: count }) };

export const downloadsResponse = z.object({
  downloads: z.object({ ...overTime, previous: withPreviousPeriod(overTime) }).meta({ id: 'Downloads' }),
  ...statsPeriod,
});

export const downloadedItemsResponse = z.object({
  items: z.array(
    z.object({ itemId: z.int(), title: z.string().nullable(), ...row }).meta({ id: 'DownloadedItem' }),
  ),
  ...listEnvelope,
  ...statsPeriod,
});

export const downloadAppsResponse = z.object({
  apps: z.array(
    z
      .object({ app: z.string().nullable().meta({ description: 'Null if unknown.' }), ...row })
      .meta({ id: 'DownloadApp' }),
  ),
  ...listEnvelope,
  ...statsPeriod,
});

export type DownloadsResponse = z.input<typeof downloadsResponse>;
export type DownloadedItemsResponse = z.input<typeof downloadedItemsResponse>;
export type DownloadAppsResponse = z.input<typeof downloadAppsResponse>;
