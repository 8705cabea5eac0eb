/** The page in an iframe on another site: the player alone or, without a recording, the text. */
import type { RawResponse } from '../../platform/http/endpoint/endpoint.js';
import type { PublicItemDetail } from '../items/public-item.schema.js';
import type { ReadableTranscript } from '../../transcripts/reading/read-paragraphs.js';
import { renderArticle } from './article.js';
import { attribute, html, markupOf, trusted, type Html } from '../../platform/lib/html.js';
import { compact, HTML_TYPE } from './page.js';
import { embedHeaders } from './page-policy.js';
import { pageStyle } from './page-style.js';
import { renderRecording } from './recording.js';
import type { PageWords } from './page-words.js';
import type { Site } from './site.js';
import type { PageChapter, TranscriptContext } from './transcript-section.js';

export interface EmbedPageRequest {
  /** The text of an item without a recording; null if it has one. */
  text: EmbeddedText | null;
  articleScript: string | null;
  /** Origins that may frame it, or `*`. */
  ancestors: readonly string[];
  token: string | undefined;
  mediaAssetId: number | undefined;
  /** Seconds. */
  start: number | undefined;
  autoplay: boolean;
  /** Whether the player shows its controls; false if the embedding page has them. */
  hasControls: boolean;
  canonical: string;
  /** Origins of recordings and pictures on other hosts. */
  origins: readonly string[];
}

/** The platforms whose videos may be played. */
const platformsOf = ({ mediaAssets }: PublicItemDetail, mediaAssetId: number | undefined): string[] => {
  const chosen = mediaAssets.filter(({ id }) => id === mediaAssetId);
  return (chosen.length > 0 ? chosen : mediaAssets).flatMap(({ externalPlatform }) => externalPlatform ?? []);
};

/** Whether the media includes a video, which needs no artwork. */
const hasPicture = ({ mediaAssets }: PublicItemDetail): boolean =>
  mediaAssets.some(
    ({ contentType, externalPlatform }) => contentType === 'video' || externalPlatform !== null,
  );

interface EmbeddedText extends Omit<TranscriptContext, 'words' | 'timeUrl' | 'level'> {
  transcript: ReadableTranscript | null;
  chapters: readonly PageChapter[];
}

const renderPlayer = (item: PublicItemDetail, request: EmbedPageRequest, words: PageWords): Html => {
  const { token, mediaAssetId, start, autoplay, hasControls, canonical } = request;
  return html`<lectern-player
    item="${item.id}"
    embed="${hasControls ? 'page' : 'media'}"
    compact
    share-url="${canonical}"
    ${attribute('media-asset-id', mediaAssetId)}
    ${attribute('start', start)}
    ${token !== undefined && attribute('embed-token', token)}
    ${autoplay && trusted('autoplay')}
    >${hasControls && renderRecording(item, words)}</lectern-player
  >`;
};

export const renderEmbed = (
  { account, words, host, fileOrigins }: Site,
  item: PublicItemDetail,
  request: EmbedPageRequest,
): RawResponse => {
  const { text, articleScript, ancestors, mediaAssetId, canonical, origins } = request;
  // A text has nothing else to show.
  const hasControls = request.hasControls || text !== null;
  const script = text ? articleScript && `/${articleScript}` : '/player.js';
  const markup = html`<!doctype html>
    <html lang="${words.lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${item.title} · ${account.name}</title>
        <link rel="canonical" href="${canonical}" />
        <style>
          ${trusted(pageStyle(account))}
        </style>
        ${script && html`<script type="module" src="${script}"></script>`}
      </head>
      <body class="embed${hasControls ? '' : ' bare'}">
        <main>
          <h1${hasPicture(item) || !hasControls ? trusted(' class="unseen"') : null}
            ><a href="${canonical}" target="_blank" rel="noopener">${item.title}</a></h1
          >
          ${
            text
              ? renderArticle(text.transcript, text.chapters, { ...text, words })
              : renderPlayer(item, request, words)
          }
        </main>
      </body>
    </html>`;
  return {
    contentType: HTML_TYPE,
    body: compact(markupOf(markup)),
    headers: embedHeaders(
      { host, origins: [...fileOrigins, ...origins] },
      ancestors,
      platformsOf(item, mediaAssetId),
    ),
  };
};
