/** Builds one row of each kind for an item of a generated library. */
import { noArtwork } from '../../src/content/records/artwork-fields.js';
import { pick } from './stats.js';
import type { Words } from './words.js';

const MADE = '2026-03-01T12:00:00.000Z';
export const alive = { entryDate: MADE, updatedDate: MADE, deletedDate: null };
const books = ['GEN', 'PSA', 'ISA', 'MAT', 'JHN', 'ROM', 'HEB', 'REV'];

export const itemRow = (
  id: number,
  accountId: number,
  collectionId: number,
  seriesId: number,
  random: () => number,
  words: Words,
) => ({
  id,
  accountId,
  collectionId,
  seriesId,
  title: words.phrase(random, 4),
  subTitle: null,
  description: words.sentence(random, 40),
  shortDescription: words.sentence(random, 12),
  date: new Date(Date.UTC(1990, 0, 1) + Math.floor(random() * 13_000) * 86_400_000)
    .toISOString()
    .slice(0, 10),
  orderInSeries: 1,
  urlSlug: `item-${id}`,
  durationSecs: 1_800,
  status: 'published',
  wizardStep: 'finalize',
  publishedDate: MADE,
  autoPublish: 0 as const,
  suggestedDescription: null,
  suggestedShortDescription: null,
  errorMessage: null,
  indexedMediaAssetId: id * 2,
  autoAcceptScriptures: null,
  autoAcceptMediaChapters: null,
  transcriptUrl: null,
  ...noArtwork,
  ...alive,
});

export const scriptureRow = (accountId: number, itemId: number, at: number, random: () => number) => ({
  accountId,
  itemId,
  book: pick(books, random),
  chapter: 1 + at,
  verseStart: 1,
  verseEnd: 3,
  keyVerse: at === 0 ? (1 as const) : (0 as const),
  suggested: 0 as const,
  accepted: 0 as const,
  displayOrder: at + 1,
  deletedDate: null,
});

export const mediaRow = (id: number, accountId: number, itemId: number, variantTypeId: number) => ({
  id,
  accountId,
  itemId,
  variantTypeId,
  contentType: 'audio',
  mimeType: 'audio/mpeg',
  fileSizeBytes: 20_000_000,
  durationSecs: 1_800,
  bitrate: 128_000,
  videoWidth: null,
  videoHeight: null,
  filename: `${id}.mp3`,
  originalFilename: 'talk.mp3',
  externalPlatform: null,
  externalPlatformId: null,
  streamAssetId: null,
  streamPlaybackId: null,
  status: 'ready',
  url: null,
  downloadUrl: null,
  entryDate: MADE,
  deletedDate: null,
});

export const resourceRow = (
  accountId: number,
  itemId: number,
  resourceTypeId: number,
  at: number,
  title: string,
) => ({
  accountId,
  itemId,
  title,
  subTitle: null,
  description: null,
  resourceTypeId,
  displayOrder: at + 1,
  contentType: 'link',
  fileMimeType: null,
  fileSizeBytes: null,
  originalFilename: null,
  externalPlatform: null,
  externalPlatformId: null,
  thumbnailImgUrl: null,
  url: null,
  linkTarget: `https://example.org/${itemId}`,
  deletedDate: null,
});
