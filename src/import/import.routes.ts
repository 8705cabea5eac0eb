/** The endpoints that import many files or the episodes of a podcast feed. */
import { actorOf } from '../platform/audit/audit-entry.js';
import { endpoint, type Endpoint } from '../platform/http/endpoint/endpoint.js';
import { itemExample } from '../content/items/item.record.js';
import { mediaAssetExample } from '../content/items/media-asset.record.js';
import { resumableExample } from '../content/media/media-asset.schema.js';
import type { CreateItemsService } from './create-items.service.js';
import { importResponse, newImport } from './create-items.schema.js';
import { guessFeedRequest, guessFeedResponse } from './guess-feed.schema.js';
import { guessFilesRequest, guessFilesResponse } from './guess-files.schema.js';
import { guessExample, MAX_FILES } from './guess/guess.schema.js';
import type { GuessService } from './guess.service.js';

const tag = 'Import';
/** Items with long descriptions. */
const MAX_CREATE_BYTES = 4 * 1024 * 1024;
const filename = '2024-03-10 AM Smith - Rom 8.mp3';
const episode = {
  feedUrl: 'https://example.org/feed.xml',
  guid: 'f1a0c2d4-0014',
  enclosureUrl: 'https://example.org/episodes/14.mp3',
  mimeType: 'audio/mpeg' as const,
  transcriptUrl: 'https://example.org/episodes/14.vtt',
  transcriptType: 'text/vtt',
  language: 'en',
  chapters: [{ title: 'The valley', startMs: 615_000 }],
  chaptersUrl: null,
};

export const importRoutes = (guesses: GuessService, imports: CreateItemsService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/items/import',
    operationId: 'guessFiles',
    summary: 'Guess what files are',
    description:
      `Takes the names and tags of up to ${MAX_FILES} files, and returns what it guesses for the item of each: title, date, speakers, series, order, scriptures and language, each with its reason. ` +
      'Files of one talk (`talk.mp3`, `talk.vtt`) become one guess. Nothing is stored. Create the items with `POST /items/import/create`.',
    guide:
      'Guesses come from tags, file names and folders, and from the newest items of the collection, at most 20: where their file names have speaker, series and title, ' +
      'whether the day or the month comes first, who usually speaks in files with “AM”, which series is going on. Existing speakers and series are found in other spellings, too: `Mueller` for Müller, `J. Smith`, `Dr. Smith`.',
    tag,
    scope: 'content:draft',
    auditing: 'none',
    maxJsonBytes: 1024 * 1024,
    body: guessFilesRequest,
    response: guessFilesResponse,
    example: {
      body: {
        collectionId: 1,
        files: [
          {
            originalFilename: filename,
            relativePath: `Romans/${filename}`,
            fileSizeBytes: 29_280_000,
            mimeType: 'audio/mpeg',
            tags: { title: null, artist: null },
          },
        ],
      },
      response: {
        guesses: [
          {
            files: [
              {
                index: 0,
                role: 'media',
                originalFilename: filename,
                contentType: 'audio',
                mimeType: 'audio/mpeg',
              },
            ],
            ...guessExample,
          },
        ],
        skipped: [],
        mayCreateNames: true,
      },
    },
    handle: ({ caller, body }) => guesses.ofFiles(caller, body),
  }),
  endpoint({
    method: 'POST',
    path: '/items/import/feed',
    operationId: 'guessFeed',
    summary: 'Guess what the episodes of a podcast feed are',
    description:
      'Reads the feed (RSS or Atom, up to 32 MiB, within 30 s), and returns guesses for its episodes, the newest first. `existingItemId` marks those that have been imported. Nothing is stored. ' +
      'Import them with `POST /items/import/create`: send each `episode` as it is. 422 if the feed cannot be read, or if its address or that of a redirect is not public.',
    tag,
    scope: 'content:draft',
    auditing: 'none',
    body: guessFeedRequest,
    response: guessFeedResponse,
    example: {
      body: { collectionId: 1, feedUrl: episode.feedUrl },
      response: {
        feed: { title: 'Grace FM', author: 'Grace Church', language: 'en' },
        guesses: [
          {
            episode: { ...episode, publishedDate: '2024-03-10T10:00:00.000Z' },
            ...guessExample,
            title: { value: 'Interview with John Smith', from: 'feed', reason: 'the title' },
            description: 'John Smith on Romans 8.',
            durationSecs: 1830,
          },
        ],
        withoutMedia: [],
        notes: [],
        isWhole: true,
        total: 1,
        limit: 50,
        offset: 0,
        hasMore: false,
        mayCreateNames: true,
      },
    },
    handle: ({ caller, body }) => guesses.ofFeed(caller, body),
  }),
  endpoint({
    method: 'POST',
    path: '/items/import/create',
    operationId: 'importItems',
    summary: 'Create many items',
    description:
      `Creates up to ${MAX_FILES} draft items from accepted guesses, each with its own outcome in \`results\`. Upload each file of \`media\` to its \`uploadUrl\`, then the transcript to its \`path\`. ` +
      'For an `episode`, a job downloads the media, the transcript and the chapters, then processes the item; `GET /jobs/{jobId}` counts the downloads. An episode that exists is not created again; if its download failed, it starts again. ' +
      'Contributors create no speakers and series: `notCreated` lists the names that do not exist. 422 if a referenced record does not exist; then nothing is created.',
    tag,
    scope: 'content:draft',
    auditing: 'own',
    status: 201,
    encrypted: true,
    maxJsonBytes: MAX_CREATE_BYTES,
    body: newImport,
    response: importResponse,
    example: {
      body: {
        collectionId: 1,
        items: [
          {
            title: 'Rom 8',
            date: '2024-03-10',
            speakers: [{ name: 'John Smith' }],
            scriptures: [{ book: 'ROM', chapter: 8 }],
            media: [
              {
                contentType: 'audio',
                mimeType: 'audio/mpeg',
                fileSizeBytes: 29_280_000,
                originalFilename: filename,
              },
            ],
            transcript: { originalFilename: '2024-03-10 AM Smith - Rom 8.vtt' },
          },
        ],
      },
      response: {
        results: [
          {
            index: 0,
            status: 'created',
            item: {
              ...itemExample,
              title: 'Rom 8',
              status: 'draft',
              wizardStep: 'basicDetails',
              publishedDate: null,
              durationSecs: null,
              indexedMediaAssetId: null,
            },
            mediaAssets: [
              {
                mediaAsset: {
                  ...mediaAssetExample,
                  bitrate: null,
                  filename: null,
                  status: 'created',
                  url: null,
                  downloadUrl: null,
                  chapters: [],
                },
                uploadUrl: 'https://library.example.org/v2/uploads/1/12/8sJq2',
                resumable: resumableExample,
              },
            ],
            transcript: {
              originalFilename: '2024-03-10 AM Smith - Rom 8.vtt',
              method: 'PUT',
              path: '/items/42/transcript?mediaAssetId=7',
            },
            isDownloading: false,
            notCreated: [],
            problems: [],
            error: null,
          },
        ],
        job: null,
      },
    },
    handle: (input) => imports.create({ caller: input.caller, actor: actorOf(input) }, input.body),
  }),
];
