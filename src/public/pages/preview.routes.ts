/** Previews of items: on the console's host for people of the account, on the public host by a preview link. */
import { z } from 'zod';
import type { Account } from '../../identity/accounts/account.record.js';
import { endpoint, type Endpoint, type RawResponse } from '../../platform/http/endpoint/endpoint.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import type { Links } from '../../platform/lib/links.js';
import {
  fileParams,
  fileQuery,
  type Caching,
  type FileRequest,
  type ImageCopies,
  type SendFile,
} from '../../platform/storage/file.routes.js';
import { hostOf, previewPath } from '../items/own-pages.js';
import { PREVIEW_HEADERS } from './page-policy.js';
import { isSearch, pageSearchQuery } from './page-search.js';
import type { PageService } from './page.service.js';
import { pageStringsOf } from './page-words.js';
import { renderPreview, renderSearchPreview } from './preview-page.js';
import type { PreviewService } from './preview.service.js';
import type { Site } from './site.js';

interface PreviewContext {
  previews: PreviewService;
  pages: Pick<PageService, 'search' | 'shelves' | 'itemTemplate'>;
  sendFile: SendFile;
  images: ImageCopies;
  siteOf(account: Account, links: Links): Site;
  /** The public host of the account. */
  publicHostOf(shortName: string): string;
}

/** A URL of the bucket must outlast a long recording; a link that has ended gives no new one. */
const CACHING: Caching = { header: 'private, no-store', secs: 0, storeSecs: 3 * 60 * 60 };
const API = /\/(?:v2|api)$/;
const SECRET_EXAMPLE = 'Vb1rV0Xb6o3yYk2mQ9sT4wJ8nRe5uPzL7cKdHgFaXiE';
const FILE_EXAMPLE = { accountId: '1', secret: '4sT9mDkq0fXb2ZcV7hGjLpWn8yRuEo1A', filename: 'talk.mp3' };

const common = { method: 'GET', tag: 'Previews', atRoot: true } as const;
const page = {
  ...common,
  isPage: true,
  response: 'text/html',
} as const;
const file = {
  ...common,
  response: 'application/octet-stream',
  otherStatuses: {
    206: 'The requested range',
    302: 'The URL of the file in the bucket',
    304: 'Not modified',
  },
  errors: [404, 416],
} as const;
const text = { ...common, response: 'text/plain', errors: [422] } as const;
/** Files of a page, described with the pages rather than with the API. */
const ofPage = { tag: 'Pages', scope: 'public', isPage: true } as const;

const itemParams = z.object({ itemId: pathId });
const secret = z.string().max(255);
const linkParams = z.object({ secret });

export const previewRoutes = (context: PreviewContext): { account: Endpoint[]; public: Endpoint[] } => {
  const { previews, pages, sendFile, images, siteOf, publicHostOf } = context;
  const query = fileQuery(images);

  const show = async (
    account: Account,
    itemId: number,
    { base, links, isFramed }: { base: string; links: Links; isFramed: boolean },
  ): Promise<RawResponse> => {
    const content = await previews.content(account, itemId, base, links);
    const site = siteOf(account, { ...links, filesBaseUrl: base });
    return renderPreview(site, content, {
      isFramed,
      publicHost: isFramed ? publicHostOf(account.shortName) : null,
    });
  };
  const send = async (accountId: number, itemId: number, request: FileRequest): Promise<RawResponse> => {
    const isAllowed = await previews.mayOpen(accountId, itemId, request.key);
    const sent = await sendFile(request, isAllowed ? CACHING : undefined);
    return { ...sent, headers: { ...sent.headers, ...PREVIEW_HEADERS } };
  };
  const asText = async (accountId: number, itemId: number): Promise<RawResponse> => ({
    contentType: 'text/plain; charset=utf-8',
    body: (await previews.text(accountId, itemId)).toString(),
    headers: PREVIEW_HEADERS,
  });

  return {
    account: [
      endpoint({
        ...page,
        scope: 'content:read',
        path: '/preview/search',
        operationId: 'previewSearch',
        summary: 'Preview of the search',
        description:
          'The search page of the public site, in the colours of the account. Only pages of the console may frame it. It has no scripts, and its searches count in no report.',
        query: pageSearchQuery,
        example: { query: { q: 'how do I forgive my brother' }, response: '<!doctype html>…' },
        handle: async ({ account, query: asked, request: { baseUrl, links } }) => {
          const search = { ...asked, q: asked.q ?? '' };
          const searches = isSearch(search);
          const [found, shelves, pageUrl] = await Promise.all([
            searches ? pages.search(account, search, links, pageStringsOf(account).lang) : null,
            searches ? { latest: [], series: [] } : pages.shelves(account, links),
            pages.itemTemplate(account),
          ]);
          const path = `${new URL(baseUrl.replace(API, '')).pathname}/preview/search`;
          return renderSearchPreview(
            siteOf(account, links),
            { name: account.name, pageUrl, found, ...shelves },
            { publicHost: publicHostOf(account.shortName), path },
          );
        },
      }),
      endpoint({
        ...page,
        scope: 'content:read',
        path: '/preview/items/{itemId}',
        operationId: 'previewItem',
        summary: 'Preview of an item',
        description:
          'The page of the item as it would be with its pending changes, published or not. Only pages of the console may frame it. It has no scripts and counts in no report; its recording and pictures are below its address.',
        params: itemParams,
        example: { params: { itemId: 42 }, response: '<!doctype html>…' },
        handle: ({ account, params: { itemId }, request: { baseUrl, links } }) =>
          show(account, itemId, {
            base: `${baseUrl.replace(API, '')}/preview/items/${itemId}`,
            links,
            isFramed: true,
          }),
      }),
      endpoint({
        ...file,
        scope: 'content:read',
        path: '/preview/items/{itemId}/files/{accountId}/{secret}/{filename}',
        operationId: 'getPreviewFile',
        summary: 'Get a file of a preview',
        params: itemParams.extend(fileParams),
        query,
        example: { params: { itemId: 42, ...FILE_EXAMPLE }, response: 'ID3…' },
        handle: ({ account, params, query: asked, request: { message } }) =>
          send(account.id, params.itemId, { key: keyOf(params), query: asked, message }),
      }),
      endpoint({
        ...text,
        scope: 'content:read',
        path: '/preview/items/{itemId}/transcript.txt',
        operationId: 'getPreviewText',
        summary: 'Get the transcript of a preview',
        params: itemParams,
        example: { params: { itemId: 42 }, response: 'The Lord is my shepherd.' },
        handle: ({ account, params: { itemId } }) => asText(account.id, itemId),
      }),
    ],
    public: [
      endpoint({
        ...page,
        ...ofPage,
        rateLimit: 'render',
        path: '/preview/{secret}',
        operationId: 'getPreviewPage',
        summary: 'Page of a preview link',
        description:
          'The page of an item for whoever has the link, until it ends. It is not indexed, has no scripts, and counts in no report.',
        params: linkParams,
        query: z.object({}),
        example: { params: { secret: SECRET_EXAMPLE }, response: '<!doctype html>…' },
        handle: async ({ account, params, request: { links } }) =>
          show(account, await previews.open(account.id, params.secret), {
            base: hostOf(links.baseUrl) + previewPath(params.secret),
            links,
            isFramed: false,
          }),
      }),
      endpoint({
        ...file,
        ...ofPage,
        rateLimit: 'files',
        path: '/preview/{secret}/files/{accountId}/{fileSecret}/{filename}',
        operationId: 'getPreviewLinkFile',
        summary: 'Get a file of a preview link',
        params: z.object({
          secret,
          accountId: fileParams.accountId,
          fileSecret: fileParams.secret,
          filename: fileParams.filename,
        }),
        query,
        example: {
          params: {
            secret: SECRET_EXAMPLE,
            accountId: FILE_EXAMPLE.accountId,
            fileSecret: FILE_EXAMPLE.secret,
            filename: FILE_EXAMPLE.filename,
          },
          response: 'ID3…',
        },
        handle: async ({ account, params, query: asked, request: { message } }) =>
          send(account.id, await previews.itemOf(account.id, params.secret), {
            key: keyOf({ ...params, secret: params.fileSecret }),
            query: asked,
            message,
          }),
      }),
      endpoint({
        ...text,
        ...ofPage,
        rateLimit: 'render',
        path: '/preview/{secret}/transcript.txt',
        operationId: 'getPreviewLinkText',
        summary: 'Get the transcript of a preview link',
        params: linkParams,
        example: { params: { secret: SECRET_EXAMPLE }, response: 'The Lord is my shepherd.' },
        handle: async ({ account, params }) =>
          asText(account.id, await previews.itemOf(account.id, params.secret)),
      }),
    ],
  };
};

const keyOf = ({ accountId, secret: random, filename }: Record<keyof typeof fileParams, string>): string =>
  `${accountId}/${random}/${filename}`;
