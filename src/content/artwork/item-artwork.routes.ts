/** The artwork endpoints of items. In this room, because it reports changed artwork to item webhooks. */
import type { Endpoint } from '../../platform/http/endpoint.js';
import { itemExample } from '../items/item.record.js';
import { item } from '../items/item.schema.js';
import { artworkRoutes } from './artwork.routes.js';
import type { ArtworkService } from './artwork.service.js';

export const itemArtworkRoutes = (artwork: ArtworkService): Endpoint[] =>
  artworkRoutes(artwork, {
    owner: 'item',
    path: '/items/{itemId}',
    operationIds: {
      create: 'createItemArtwork',
      confirm: 'confirmItemArtwork',
      delete: 'deleteItemArtwork',
    },
    noun: 'an item',
    tag: 'Items',
    record: item,
    example: itemExample,
  });
