/**
 * The schema of a resource's fields.
 * Below `items/`, because `resources/` imports items and items can be expanded with resources.
 */
import { z } from 'zod';
import { exampleOf } from '../../platform/lib/example.js';
import { externalPlatforms } from './external-video.js';
import {
  dateTimeOutput,
  id,
  longText,
  signedFileUrl,
  signedText,
  text,
  withoutInputLimits,
} from '../../platform/lib/fields.js';
import type { StoredOf } from '../../platform/lib/present.js';

export const resourceContentTypes = ['file', 'link', 'video'] as const;

const nullableText = z.string().nullable();

/** Nullable fields that callers may write, whatever the content type. */
export const resourceDetails = {
  subTitle: text(255).nullable(),
  description: longText.nullable(),
  resourceTypeId: id.nullable().meta({ description: 'Category, see `/resource-types`.' }),
};

export const urlText =
  'What a browser opens: the file once it is uploaded (null until then), the target of a link, the page of a video.';

export const resourceRecord = z
  .object({
    id: z.int(),
    itemId: z.int(),
    title: z.string(),
    ...withoutInputLimits(resourceDetails),
    displayOrder: z.int(),
    contentType: z.enum(resourceContentTypes).meta({ description: 'Fixed after creation.' }),
    fileMimeType: nullableText.meta({ description: 'Files only.' }),
    fileSizeBytes: z.int().nullable().meta({ description: 'Files only.' }),
    externalPlatform: z.enum(externalPlatforms).nullable().meta({ description: 'Videos only.' }),
    externalPlatformId: nullableText.meta({ description: 'Videos only.' }),
    thumbnailImgUrl: nullableText.meta({
      description:
        'Thumbnail of a YouTube video. Null for Vimeo, which requires an API key for it, and for files and links.',
    }),
    url: signedFileUrl()
      .nullable()
      .meta({ description: `${urlText} Of a file: ${signedText}` }),
    resourceType: z.object({ id: z.int(), name: z.string() }).nullable(),
    linkTarget: nullableText.meta({ description: 'Links only.' }),
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'Resource' });

/** Why deleted files cannot be restored. */
export const NO_RESOURCE_FILE =
  'The file was removed with its resource. Create a resource with the file again.';

export type ResourceRecord = StoredOf<typeof resourceRecord>;

export const resourceExample = exampleOf(resourceRecord, {
  id: 17,
  itemId: 12,
  title: 'Study guide',
  resourceTypeId: 4,
  displayOrder: 1,
  contentType: 'file',
  fileMimeType: 'application/pdf',
  fileSizeBytes: 48_213,
  resourceType: { id: 4, name: 'Handouts' },
});
