/** Reports a page view of the public host. The script's `data-` attributes name the item or list. */
import { apiOf } from '../api.js';
import { eventQueueOf } from './event-queue.js';

const { itemId, seriesId, collectionId } =
  document.querySelector<HTMLElement>('script[data-page]')?.dataset ?? {};
const searchId = new URL(location.href).searchParams.get('searchId');

eventQueueOf(apiOf('').host).add({
  type: 'pageView',
  url: location.href,
  ...(document.referrer && { referrer: document.referrer }),
  ...(itemId && { itemId: Number(itemId) }),
  ...(seriesId && { seriesId: Number(seriesId) }),
  ...(collectionId && { collectionId: Number(collectionId) }),
  ...(searchId && { searchId }),
});
