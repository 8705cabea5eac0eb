/** A resource's fields, and how a row becomes them. */
import { z } from 'zod';
import type { Row } from '../db/tables.js';

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
    contentType: z.enum(['file', 'link', 'video']),
    fileMimeType: nullableText,
    fileSizeBytes: z.int().nullable(),
    externalPlatform: z.enum(['youtube', 'vimeo']).nullable(),
    externalPlatformId: nullableText,
    thumbnailImgUrl: nullableText,
    url: nullableText,
    resourceType: z.object({ id: z.int(), name: z.string() }).nullable(),
    linkTarget: nullableText,
  })
  .meta({ id: 'Resource' });

export type ResourceRecord = z.input<typeof resourceRecord>;

export const toResource = (
  row: Row<'resource'>,
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
  url: row.url,
  resourceType,
  linkTarget: row.linkTarget,
});
