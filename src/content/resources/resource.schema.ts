/** Schemas of the resource endpoints, and the declaration of the list. */
import { z } from 'zod';
import { listFields, type ListSpec } from '../../platform/db/list-query.js';
import { externalPlatform, externalPlatformId, isVideoId } from '../records/external-video.js';
import { newPosition, text, title } from '../../platform/lib/fields.js';
import { mimeTypeOf } from '../../platform/lib/mime-type.js';
import { resourceContentTypes, resourceDetails, resourceRecord } from '../records/resource.record.js';

/** Maximum bytes of one PUT on every S3-compatible server. */
const MAX_FILE_BYTES = 5 * 1000 ** 3;

const mimeType = mimeTypeOf(
  z
    .string()
    .regex(
      /^[A-Za-z0-9][\w!#$&^.+-]{0,126}\/[A-Za-z0-9][\w!#$&^.+-]{0,126}$/,
      'must be a MIME type, e.g. application/pdf',
    )
    .max(255),
);

/** Rejects characters that a browser would drop, changing the meaning: white space and control characters. */
const isLinkTarget = (value: string): boolean =>
  /^(?:https?:\/\/|(?:mailto|tel):)[^\s\p{Cc}]+$/iu.test(value) && URL.canParse(value);

const linkTarget = text(2_000).trim().refine(isLinkTarget, 'must be an http, https, mailto or tel URL');

/** Fields by content type. */
const ownFields = {
  file: { required: ['fileMimeType', 'fileSizeBytes'], optional: ['originalFilename'] },
  link: { required: ['linkTarget'], optional: [] },
  video: { required: ['externalPlatform', 'externalPlatformId'], optional: [] },
} as const;

const needed = (kind: string) => ({ description: `Required for a ${kind}; not allowed otherwise.` });

export const newResource = z
  .strictObject({
    title,
    ...z.object(resourceDetails).partial().shape,
    contentType: z.enum(resourceContentTypes),
    fileMimeType: mimeType.optional().meta(needed('file')),
    fileSizeBytes: z.int().min(1).max(MAX_FILE_BYTES).optional().meta(needed('file')),
    originalFilename: title
      .optional()
      .meta({ description: 'Files only: name of downloaded copies, including the extension.' }),
    linkTarget: linkTarget.optional().meta(needed('link')),
    externalPlatform: externalPlatform.optional().meta(needed('video')),
    externalPlatformId: externalPlatformId.optional().meta(needed('video')),
  })
  .superRefine(
    (body, { addIssue }) => {
      const refuse = (path: string, message: string): void =>
        addIssue({ code: 'custom', path: [path], message });
      if (!resourceContentTypes.includes((body as Partial<typeof body> | null)?.contentType as never)) return;
      for (const kind of resourceContentTypes) {
        const { required, optional } = ownFields[kind];
        if (kind === body.contentType) {
          for (const field of required)
            if (body[field] === undefined) refuse(field, `is required of a ${kind}`);
        } else {
          for (const field of [...required, ...optional])
            if (body[field] !== undefined) refuse(field, `is for a ${kind}, this is a ${body.contentType}`);
        }
      }
      if (body.externalPlatform && typeof body.externalPlatformId === 'string')
        if (!isVideoId(body.externalPlatform, body.externalPlatformId))
          refuse('externalPlatformId', `is not an id of a video at ${body.externalPlatform}`);
    },
    // Checked even if fields are invalid, so that all problems are reported at once.
    { when: () => true },
  )
  .meta({ id: 'NewResource' });

export const resourceChanges = z
  .strictObject({
    title,
    ...resourceDetails,
    linkTarget: linkTarget.meta({ description: 'Links only.' }),
    externalPlatformId: externalPlatformId.meta({ description: 'Videos only.' }),
    displayOrder: newPosition('item’s resources'),
  })
  .partial()
  .meta({ id: 'ResourceChanges' });

export type NewResource = z.output<typeof newResource>;
export type ResourceChanges = z.output<typeof resourceChanges>;

export const resourceList: ListSpec<'resource'> = {
  table: 'resource',
  fields: listFields(resourceRecord),
  expansions: [],
  searched: ['title', 'subTitle'],
  defaultOrder: [{ field: 'displayOrder', direction: 'ASC' }],
};
