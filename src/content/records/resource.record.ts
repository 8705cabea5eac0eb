/** A resource's fields, and how a row becomes them. */
import { z } from 'zod';
import type { Row } from '../../platform/db/tables.js';
import { absoluteUrl } from '../../platform/lib/caller.js';
import { SOURCE, type Sourced } from '../../platform/lib/etag.js';
import { externalPlatforms } from './external-video.js';
import { dateTimeOutput } from '../../platform/lib/fields.js';

export const resourceContentTypes = ['file', 'link', 'video'] as const;

const nullableText = z.string().nullable();

export const resourceRecord = z
  .object({
    id: z.int(),
    itemId: z.int(),
    title: z.string(),
    subTitle: nullableText,
    description: nullableText,
    resourceTypeId: z.int().nullable(),
    displayOrder: z.int(),
    contentType: z.enum(resourceContentTypes).meta({ description: 'Fixed after creation.' }),
    fileMimeType: nullableText.meta({ description: 'Of files.' }),
    fileSizeBytes: z.int().nullable().meta({ description: 'Of files.' }),
    externalPlatform: z.enum(externalPlatforms).nullable().meta({ description: 'Of videos.' }),
    externalPlatformId: nullableText.meta({ description: 'Of videos.' }),
    thumbnailImgUrl: nullableText.meta({
      description: 'A still of the video, where its platform gives one; else null.',
    }),
    url: nullableText.meta({
      description:
        'What a browser opens, without a token: the file once it is uploaded (null until then), the target of a link, the page of a video.',
    }),
    resourceType: z.object({ id: z.int(), name: z.string() }).nullable(),
    linkTarget: nullableText.meta({ description: 'Of links.' }),
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'Resource' });

export type ResourceRecord = z.input<typeof resourceRecord> & Sourced;

export const toResource = (
  row: Row<'resource'>,
  baseUrl: string,
  resourceType: { id: number; name: string } | null,
): ResourceRecord => ({
  id: row.id,
  itemId: row.itemId,
  title: row.title,
  subTitle: row.subTitle,
  description: row.description,
  resourceTypeId: row.resourceTypeId,
  displayOrder: row.displayOrder,
  contentType: row.contentType as ResourceRecord['contentType'],
  fileMimeType: row.fileMimeType,
  fileSizeBytes: row.fileSizeBytes,
  externalPlatform: row.externalPlatform as ResourceRecord['externalPlatform'],
  externalPlatformId: row.externalPlatformId,
  thumbnailImgUrl: row.thumbnailImgUrl,
  url: absoluteUrl(row.url, baseUrl),
  resourceType,
  linkTarget: row.linkTarget,
  deletedDate: row.deletedDate,
  [SOURCE]: row,
});

export const resourceExample: ResourceRecord = {
  id: 17,
  itemId: 12,
  title: 'Study guide',
  subTitle: null,
  description: null,
  resourceTypeId: 4,
  displayOrder: 1,
  contentType: 'file',
  fileMimeType: 'application/pdf',
  fileSizeBytes: 48_213,
  externalPlatform: null,
  externalPlatformId: null,
  thumbnailImgUrl: null,
  url: null,
  resourceType: { id: 4, name: 'Handouts' },
  linkTarget: null,
  deletedDate: null,
};
