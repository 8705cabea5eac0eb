/** The player's properties with their attributes, its state and its events. */
import type { LecternEventDetails } from '../../../client/components.js';

/** The component's events, by the media event that triggers each. */
export const publishedEvents: Record<string, keyof LecternEventDetails> = {
  timeupdate: 'lectern-timeupdate',
  play: 'lectern-play',
  pause: 'lectern-pause',
  ended: 'lectern-ended',
};

export const playerProperties = {
  item: {},
  collectionId: { attribute: 'collection-id' },
  start: { type: Number },
  paragraph: { type: Number },
  mediaAssetId: { type: Number, attribute: 'media-asset-id' },
  urlState: { attribute: 'url-state' },
  shareUrl: { attribute: 'share-url' },
  searchId: { attribute: 'search-id' },
  autoplay: { type: Boolean },
  details: { type: Boolean },
  compact: { type: Boolean },
  embed: {},
  played: { state: true },
  failure: { state: true },
  source: { state: true },
  isPressed: { state: true },
  hasError: { state: true },
  resumedAt: { state: true },
  chapter: { state: true },
  rate: { state: true },
};
