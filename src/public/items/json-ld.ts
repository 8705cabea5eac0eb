/** An item as schema.org structured data (JSON-LD) for search engines. */
import type { Account } from '../../identity/accounts/account.record.js';
import type { PublicItemFacts } from './public-item.schema.js';
import { siteUrl } from './own-pages.js';
import { feedPath } from './page-address.js';
import { chaptersOfOne, embeddedVideo, playableMimeType, playableFile } from './playable.js';

interface JsonLdContent {
  account: Pick<Account, 'name' | 'settings'>;
  item: PublicItemFacts;
  /** Visible chapters of all the item's media, by media asset and time. */
  chapters: readonly { mediaAssetId: number; title: string; startMs: number }[];
  pageUrl: string;
  baseUrl: string;
}

/**
 * A VideoObject for an item with video, a PodcastEpisode for one with audio, otherwise an Article. Omits fields
 * without a value.
 */
export const jsonLdOf = (content: JsonLdContent): Record<string, unknown> => {
  const { account, item, pageUrl, baseUrl } = content;
  const image = [item.wideImgUrl, item.squareImgUrl, item.ultraWideImgUrl, item.verticalImgUrl].filter(
    (url) => url !== null,
  );
  const description = item.description ?? item.shortDescription;
  return compact({
    '@context': 'https://schema.org',
    ...mediaOf(content),
    '@id': pageUrl,
    url: pageUrl,
    name: item.title,
    headline: item.title,
    alternativeHeadline: item.subTitle,
    description,
    abstract: item.shortDescription,
    ...(item.dateIsKnown && { dateCreated: item.date, datePublished: item.publishedDate ?? item.date }),
    inLanguage: item.language,
    position: item.series?.showItemOrderInSeries === false ? null : item.orderInSeries,
    image,
    thumbnailUrl: image,
    author: item.speakers.map(({ name, imageUrl }) => compact({ '@type': 'Person', name, image: imageUrl })),
    publisher: compact({ '@type': 'Organization', name: account.name, url: siteUrl(account, baseUrl) }),
    isPartOf: [
      ...(item.collection
        ? [
            {
              '@type': 'PodcastSeries',
              name: item.collection.name,
              webFeed: baseUrl + feedPath({ kind: 'collection', row: item.collection }),
            },
          ]
        : []),
      ...(item.series
        ? [
            {
              '@type': ['CreativeWorkSeries', 'PodcastSeries'],
              name: item.series.title,
              webFeed: baseUrl + feedPath({ kind: 'series', row: item.series }),
            },
          ]
        : []),
    ],
    about: item.topics.map(({ name }) => ({ '@type': 'Thing', name })),
    keywords: item.topics.map(({ name }) => name),
    citation: item.scriptures.map(({ citation }) => ({
      '@type': 'CreativeWork',
      name: citation,
      isPartOf: { '@type': 'Book', name: 'Bible' },
    })),
  });
};

/** The type and the fields that depend on the item's media. */
const mediaOf = ({ item, chapters, pageUrl }: JsonLdContent): Record<string, unknown> => {
  const video = item.mediaAssets.filter(({ contentType }) => contentType === 'video');
  const videoFile = playableFile(video);
  const embedded = embeddedVideo(item.mediaAssets);
  const file = videoFile ?? playableFile(item.mediaAssets);
  const shown = videoFile ?? embedded?.asset ?? file;
  const durationSecs = shown?.durationSecs ?? item.durationSecs;
  const chosen = chaptersOfOne(chapters, shown?.id);
  const divided = item.mediaAssets.find(({ id }) => id === chosen[0]?.mediaAssetId);
  const timed = {
    duration: isoDuration(durationSecs),
    hasPart: clips(chosen, divided?.durationSecs ?? durationSecs, pageUrl),
  };
  const encoding = file && {
    contentUrl: file.url,
    encodingFormat: playableMimeType(file),
  };
  if (videoFile ?? embedded)
    return {
      '@type': 'VideoObject',
      ...timed,
      ...(videoFile && encoding),
      embedUrl: embedded?.embedUrl,
      // Required by search engines to show a video.
      uploadDate: item.publishedDate ?? (item.dateIsKnown ? item.date : null),
    };
  if (file)
    return {
      '@type': 'PodcastEpisode',
      ...timed,
      associatedMedia: compact({ '@type': 'AudioObject', ...encoding, duration: timed.duration }),
    };
  return { '@type': 'Article', hasPart: timed.hasPart };
};

const clips = (chapters: JsonLdContent['chapters'], durationSecs: number | null, pageUrl: string): object[] =>
  chapters.map(({ title, startMs }, i) => {
    const next = chapters[i + 1]?.startMs;
    const startOffset = Math.floor(startMs / 1_000);
    const endOffset = next === undefined ? durationSecs : Math.floor(next / 1_000);
    return compact({
      '@type': 'Clip',
      name: title,
      startOffset,
      // The duration may have been shortened since, and chapters may start in the same second.
      endOffset: endOffset !== null && endOffset > startOffset ? endOffset : null,
      url: `${pageUrl}#t=${startOffset}`,
    });
  });

/** Seconds as an ISO 8601 duration, e.g. PT1H2M3S. */
const isoDuration = (secs: number | null): string | null => {
  if (secs === null) return null;
  const parts: [number, string][] = [
    [Math.floor(secs / 3_600), 'H'],
    [Math.floor(secs / 60) % 60, 'M'],
    [secs % 60, 'S'],
  ];
  const text = parts.map(([n, unit]) => (n > 0 ? `${n}${unit}` : '')).join('');
  return `PT${text || '0S'}`;
};

/** Removes fields that are null, undefined or empty lists. */
const compact = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );
