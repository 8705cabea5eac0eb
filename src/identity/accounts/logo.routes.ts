/** Endpoints of an account's logo. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { imageTypes } from '../../platform/images/read-image.js';
import { widthsText } from '../../platform/images/resized-images.js';
import { fileUrl } from '../../platform/lib/fields.js';
import { mimeTypeOf } from '../../platform/lib/mime-type.js';
import { accountExample } from './account.routes.js';
import { account } from './account.schema.js';
import type { AccountService } from './account.service.js';
import type { LogoService } from './logo.service.js';

const MAX_LOGO_BYTES = 10 * 1024 * 1024;
const tag = 'Account';

const newLogo = z
  .strictObject({
    fileMimeType: mimeTypeOf(z.enum(imageTypes)),
    fileSizeBytes: z.int().min(1).max(MAX_LOGO_BYTES),
  })
  .meta({ id: 'NewLogo' });

export const logoRoutes = (logos: LogoService, accounts: Pick<AccountService, 'present'>): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/account/logo/create',
    operationId: 'createAccountLogo',
    recent: false,
    summary: 'Upload the logo of the account',
    description:
      'PNG, JPEG or WebP, at most 10 MB; SVG is refused, because it can contain scripts. Upload the file with PUT to `uploadUrl` within an hour, with ' +
      '`fileMimeType` as `Content-Type` and without a token. A file that differs from the declaration gets 422 and is not stored. After the upload, it ' +
      `replaces the account's logo as \`logoUrl\`. ${widthsText}`,
    tag,
    scope: 'admin',
    status: 201,
    encrypted: true,
    body: newLogo,
    response: z.object({ account, uploadUrl: fileUrl }),
    example: {
      body: { fileMimeType: 'image/png', fileSizeBytes: 18_300 },
      response: {
        account: accountExample,
        uploadUrl: 'http://localhost:8080/v2/uploads/1/9/9sKLYr1b0pDSgy2ZT_DnVHtNrm7NCEhnIVcZGh0aZZE',
      },
    },
    handle: async ({ account: own, body }) => {
      const uploadUrl = await logos.create(own.id, body);
      return { account: await accounts.present(own), uploadUrl };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/account/logo/delete',
    operationId: 'deleteAccountLogo',
    recent: false,
    summary: 'Remove the logo of the account',
    tag,
    scope: 'admin',
    response: z.object({ result: z.literal('success'), account }),
    example: { response: { result: 'success', account: accountExample } },
    handle: async ({ account: own }) => ({
      result: 'success' as const,
      account: await accounts.present(await logos.remove(own.id)),
    }),
  }),
];
