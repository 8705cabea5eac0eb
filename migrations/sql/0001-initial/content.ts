/** Items, their collections, series, speakers and topics, their files, and the imported source files. */
import { EXISTING, type SchemaTools } from '../schema-tools.js';

const ARTWORK = `squareImgUrl wideImgUrl ultraWideImgUrl verticalImgUrl
  squareImgMetadata wideImgMetadata ultraWideImgMetadata verticalImgMetadata`;
const DATED = 'entryDate! updatedDate! deletedDate';

export const content = async (tools: SchemaTools): Promise<void> => {
  await arrangement(tools);
  await items(tools);
  await partsOfItems(tools);
};

const NO_FEED_SETTINGS = {
  title: null,
  description: null,
  author: null,
  ownerName: null,
  ownerEmail: null,
  category: null,
  explicit: false,
  language: null,
  link: null,
  copyright: null,
  type: null,
  medium: 'podcast',
};

const arrangement = async ({ create, index }: SchemaTools): Promise<void> => {
  await create('collection', {
    integers: 'accountId!>account fullService!',
    texts: `name! itemDescriptor! contentFormat! feed!=${JSON.stringify(NO_FEED_SETTINGS)} squareImgUrl squareImgMetadata
      ${DATED}`,
  });
  await index('collection', 'accountId name');

  await create('variantType', {
    integers: 'accountId!>account collectionId!>collection indexable! displayOrder!',
    texts: 'name! contentType! deletedDate',
  });
  await index('variantType', 'collectionId displayOrder');

  await create('series', {
    integers: 'accountId!>account collectionId!>collection sortOrder! showItemOrderInSeries! published',
    texts: `title! subTitle description shortDescription itemSortDirection! urlSlug colorHex ${ARTWORK} ${DATED}`,
  });
  await index('series', 'accountId title');
  await index('series', 'collectionId sortOrder');
  await index('series', 'collectionId urlSlug', { unique: true, where: EXISTING });

  await create('speaker', {
    integers: 'accountId!>account',
    texts: `name! bio imageUrl imageFilename ${DATED}`,
  });
  await index('speaker', 'accountId name');

  await create('topic', { integers: 'accountId!>account displayOrder!', texts: `name! ${DATED}` });
  await index('topic', 'accountId name', { unique: true, where: EXISTING });
  await index('topic', 'accountId displayOrder');

  await create('resourceType', {
    integers: 'accountId!>account displayOrder!',
    texts: 'name! deletedDate',
  });
  await index('resourceType', 'accountId name', { unique: true, where: EXISTING });
};

const items = async ({ run, create, index }: SchemaTools): Promise<void> => {
  await create('item', {
    integers: `accountId!>account collectionId!>collection seriesId>series orderInSeries dateIsKnown!=1 durationSecs
      autoPublish indexedMediaAssetId autoAcceptScriptures autoAcceptMediaChapters`,
    texts: `title! sortTitle!= subTitle description shortDescription date! urlSlug status! wizardStep! publishedDate
      publishAt suggestedDescription suggestedShortDescription errorMessage transcriptUrl ${ARTWORK} ${DATED}`,
  });
  await index('item', 'collectionId date', { where: EXISTING });
  await index('item', 'seriesId orderInSeries');
  await index('item', 'collectionId urlSlug', { unique: true, where: EXISTING });
  // For maintenance: items in transitional states, and items with a publishing time.
  await index('item', 'updatedDate', {
    name: 'item_underway',
    where: `"status" in ('queued', 'processing', 'publishing', 'unpublishing')`,
  });
  await index('item', 'publishAt', { where: `"publishAt" is not null and ${EXISTING}` });

  for (const other of ['speaker', 'topic']) {
    const table = other === 'speaker' ? 'itemSpeaker' : 'itemTopic';
    await create(table, {
      integers: `accountId!>account itemId!>item ${other}Id!>${other} position!`,
      key: `itemId ${other}Id`,
    });
    await index(table, `${other}Id accountId itemId`);
  }

  await create('importedFile', {
    integers: 'accountId!>account collectionId!>collection itemId!>item',
    texts: 'folder path! contentHash! written goneDate entryDate!',
  });
  // In a unique index, nulls would be distinct from each other.
  await run(`create unique index "importedFile_collectionId_path_folder" on "importedFile"
    ("collectionId", "path", coalesce("folder", ''))`);
  await index('importedFile', 'collectionId contentHash');
  await index('importedFile', 'accountId contentHash');
  await index('importedFile', 'itemId');
};

const partsOfItems = async ({ create, index }: SchemaTools): Promise<void> => {
  await create('scripture', {
    integers: `accountId!>account itemId!>item chapter! verseStart! verseEnd! keyVerse suggested accepted displayOrder
      startMs suggestedKey`,
    texts: 'book! deletedDate',
    reals: 'score',
  });
  await index('scripture', 'itemId displayOrder');
  await index('scripture', 'book chapter accountId');

  await create('mediaAsset', {
    integers: `accountId!>account itemId!>item variantTypeId>variantType fileSizeBytes durationSecs bitrate videoWidth
      videoHeight`,
    texts: `contentType! mimeType filename originalFilename externalPlatform externalPlatformId streamAssetId
      streamPlaybackId status! errorMessage url downloadUrl waveformUrl posterUrl audioUrl streamUrl entryDate! deletedDate`,
  });
  await index('mediaAsset', 'itemId');
  await index('mediaAsset', 'accountId url');
  await index('mediaAsset', 'entryDate', {
    name: 'mediaAsset_underway',
    where: `"status" in ('uploaded', 'processing')`,
  });

  await create('chapter', {
    integers: 'accountId!>account itemId!>item mediaAssetId!>mediaAsset startMs! suggested accepted',
    texts: 'title! deletedDate',
    reals: 'score',
  });
  await index('chapter', 'mediaAssetId startMs');
  await index('chapter', 'itemId');

  await create('resource', {
    integers: 'accountId!>account itemId!>item resourceTypeId>resourceType displayOrder! fileSizeBytes',
    texts: `title! subTitle description contentType! fileMimeType originalFilename externalPlatform externalPlatformId
      thumbnailImgUrl url linkTarget deletedDate`,
  });
  await index('resource', 'itemId displayOrder');
  await index('resource', 'accountId url');

  await create('transcriptText', { integers: 'accountId!>account sizeBytes!', texts: 'unusedSince' });
  await index('transcriptText', 'unusedSince', { where: '"unusedSince" is not null' });
  await create('transcriptPart', {
    integers: 'accountId!>account textId!>transcriptText ordinal!',
    texts: 'segments!',
  });
  await index('transcriptPart', 'textId ordinal', { unique: true });
  await create('transcript', {
    integers:
      'accountId!>account itemId!>item mediaAssetId>mediaAsset textId!>transcriptText isCurrent!=1 endMs',
    texts: 'language contentHash! entryDate! updatedDate!',
  });
  await index('transcript', 'textId');
  await index('transcript', 'itemId mediaAssetId', { unique: true });
  await index('transcript', 'itemId', { name: 'transcript_current', unique: true, where: '"isCurrent" = 1' });
  await create('transcriptRevision', {
    integers:
      'accountId!>account itemId!>item mediaAssetId>mediaAsset textId!>transcriptText sizeBytes! endMs',
    texts: 'language contentHash! entryDate! replacedDate!',
  });
  await index('transcriptRevision', 'accountId itemId');
  await index('transcriptRevision', 'textId');
  await create('chunk', {
    integers: 'accountId!>account itemId!>item ordinal! startMs endMs paragraph',
    texts: 'text! speaker',
  });
  await index('chunk', 'itemId ordinal', { unique: true });
};
