/** The files of feeds: requests for them are counted as downloads, and go on to the file itself. */
import { z } from 'zod';
import type { RecordDownload } from '../../engagement/downloads/download-recorder.js';
import { asksNotToBeTracked } from '../../engagement/events/client-info.js';
import { endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import { absoluteUrl } from '../../platform/lib/links.js';
import { notFound } from '../../platform/lib/errors.js';
import { fileIdOf } from './podcast-item.js';
import type { FeedService } from './feed.service.js';

export const episodeFileRoutes = (feeds: FeedService, recordDownload: RecordDownload): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/items/{itemId}/episode/{filename}',
    operationId: 'getEpisodeFile',
    summary: 'Get the file of an episode',
    description:
      'The enclosures of feeds point here, and nothing else does. Redirects to the file, and counts as a download if it asks for at least a minute of sound (docs/stats.md).',
    tag: 'Feeds',
    scope: 'public',
    rateLimit: 'files',
    params: z.object({ itemId: pathId, filename: z.string().max(100) }),
    response: 'text/plain',
    otherStatuses: { 302: 'The URL of the file' },
    example: { params: { itemId: 42, filename: '17.mp3' }, response: '' },
    handle: async ({ account, params: { itemId, filename }, request }) => {
      const file = await feeds.episodeFile(account.id, itemId, fileIdOf(filename));
      if (!file) throw notFound('No such file');
      const { headers, method } = request.message;
      // Who asks with HEAD receives nothing.
      if (method === 'GET')
        await recordDownload(account, {
          ip: request.ip,
          userAgent: headers['user-agent'] ?? '',
          country: request.country,
          range: headers.range,
          asksNotToBeTracked: asksNotToBeTracked(headers),
          itemId,
          mediaAssetId: file.id,
          file: { sizeBytes: file.fileSizeBytes, durationSecs: file.durationSecs },
        });
      return {
        status: 302,
        contentType: 'text/plain',
        body: '',
        // The next request of the day is another one, which reports recognise.
        headers: { Location: absoluteUrl(file.url, request.links), 'Cache-Control': 'no-store' },
      };
    },
  }),
];
