/** Schemas of the media endpoints, and the declaration of the list. */
import { sql } from 'kysely';
import { z } from 'zod';
import { isProtectedItem } from '../items/draft-policy.js';
import { mediaAsset, mediaMeasures } from '../items/media-asset.record.js';
import { listFields, type ListField, type ListSpec } from '../../platform/db/list-query.js';
import { externalPlatform, externalPlatformId, isVideoId } from '../records/external-video.js';
import { fileUrl, id, text, title } from '../../platform/lib/fields.js';
import { mimeTypeOf } from '../../platform/lib/mime-type.js';
import { MAX_MEDIA_BYTES, mediaMimeTypes, playableContentTypes } from './media-types.js';

export const mediaExpansions = ['item'] as const;

const fileFields = ['mimeType', 'fileSizeBytes', 'originalFilename'] as const;

export const newMediaAsset = z
  .strictObject({
    contentType: z
      .enum(playableContentTypes)
      .optional()
      .meta({ description: 'Required for a file; defaults to video for external media.' }),
    mimeType: mimeTypeOf(z.enum(mediaMimeTypes))
      .optional()
      .meta({ description: 'Required for a file; must match contentType.' }),
    fileSizeBytes: z
      .int()
      .min(1)
      .max(MAX_MEDIA_BYTES)
      .optional()
      .meta({ description: 'Required for a file.' }),
    originalFilename: title.optional(),
    variantTypeId: id.optional().meta({
      description:
        "A variant type of the item's collection with the same contentType; defaults to the first.",
    }),
    externalPlatform: externalPlatform
      .optional()
      .meta({ description: 'Instead of a file, together with externalPlatformId.' }),
    externalPlatformId: externalPlatformId.optional(),
    ...z.object(mediaMeasures).partial().shape,
  })
  .superRefine(
    (body, { addIssue }) => {
      // Checked even if fields are invalid, so that all problems are reported at once; the body may then have any
      // shape.
      if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
      const refuse = (path: string, message: string): void =>
        addIssue({ code: 'custom', path: [path], message });
      const demand = (fields: readonly (keyof typeof body)[], message: string): void => {
        for (const field of fields) if (body[field] === undefined) refuse(field, message);
      };
      if (body.externalPlatform !== undefined || body.externalPlatformId !== undefined) {
        demand(['externalPlatform', 'externalPlatformId'], 'is required for external media');
        if (body.externalPlatform && typeof body.externalPlatformId === 'string')
          if (!isVideoId(body.externalPlatform, body.externalPlatformId))
            refuse('externalPlatformId', `is not an id of a video at ${body.externalPlatform}`);
        for (const field of fileFields)
          if (body[field] !== undefined) refuse(field, 'is for files, not for external media');
      } else
        demand(
          ['contentType', 'mimeType', 'fileSizeBytes'],
          'is required without externalPlatform and externalPlatformId',
        );
      const { contentType = 'video', mimeType } = body;
      const known =
        playableContentTypes.includes(contentType) && mimeType && mediaMimeTypes.includes(mimeType);
      if (known && !mimeType.startsWith(`${contentType}/`))
        refuse('mimeType', `does not fit the contentType ${contentType}`);
      if (contentType === 'audio')
        for (const field of ['videoWidth', 'videoHeight'] as const)
          if (body[field] !== undefined && body[field] !== null) refuse(field, 'is for video only');
    },
    { when: () => true },
  )
  .meta({ id: 'NewMediaAsset' });

export const resumableUpload = z
  .object({
    protocol: z.enum(['tus', 'multipart']).meta({
      description:
        '`tus`: version 1.0 of the tus protocol at `url`. `multipart`, where files are in a bucket: `POST {url}/parts/sign`, `PUT` each part to the URL it got, `POST {url}/complete`.',
    }),
    url: fileUrl.meta({
      description:
        'Needs no token: it is signed. On the console’s host it needs the session of the person who got it. Valid until 24 hours after the last byte, the end of the token or person, or the deletion of media asset or item.',
    }),
    partBytes: z
      .int()
      .meta({ description: 'Size of the pieces, at most 90,000,000 bytes. The last one may be smaller.' }),
  })
  .meta({ id: 'ResumableUpload' });

export const resumableExample = {
  protocol: 'tus',
  url: 'https://library.example.org/v2/resumable/1/12/nUQpPv1bTzqYc0m8xLd2sKf7gHjW9eRaVo4iXtB6lEk',
  partBytes: 5_242_880,
} as const;

/** New media, and where to upload their file. */
export const createdMedia = z.object({
  mediaAsset,
  uploadUrl: fileUrl.nullable(),
  resumable: resumableUpload.nullable(),
});

export const mediaAssetChanges = z
  .strictObject({
    variantTypeId: id,
    originalFilename: title,
    ...mediaMeasures,
    externalPlatformId: externalPlatformId.meta({ description: 'External media only.' }),
    streamAssetId: text(255).nullable(),
    streamPlaybackId: text(255).nullable(),
  })
  .partial()
  .meta({ id: 'MediaAssetChanges' });

export type NewMediaAsset = z.output<typeof newMediaAsset>;
export type MediaAssetChanges = z.output<typeof mediaAssetChanges>;

/** Contributors may not change its item. */
const itemNeedsEditor: ListField = {
  type: 'boolean',
  isFilterOnly: true,
  expression: sql`(select case when ${isProtectedItem} then 1 else 0 end from "item" where "item"."id" = "mediaAsset"."itemId")`,
};

/** A column of the open upload of an asset. */
const ofUpload = (column: 'uploadedBytes' | 'resumableUntil') => sql`(select ${sql.ref(`upload.${column}`)}
  from "upload" where "upload"."accountId" = "mediaAsset"."accountId" and "upload"."purpose" = 'media'
    and "upload"."subjectId" = "mediaAsset"."id" and "upload"."status" = 'waiting' and "mediaAsset"."status" = 'created'
    and "upload"."resumableUntil" is not null order by "upload"."id" desc limit 1)`;

export const mediaAssetList: ListSpec<'mediaAsset'> = {
  table: 'mediaAsset',
  fields: listFields(mediaAsset, {
    needsEditor: itemNeedsEditor,
    uploadedBytes: { type: 'integer', nullable: true, expression: ofUpload('uploadedBytes') },
    uploadExpiresAt: { type: 'dateTime', nullable: true, expression: ofUpload('resumableUntil') },
  }),
  expansions: mediaExpansions,
  searched: ['originalFilename', 'filename'],
  defaultOrder: [{ field: 'id', direction: 'ASC' }],
  parent: { table: 'item', column: 'itemId' },
};
