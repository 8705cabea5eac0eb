/** Counts the view of a page of the public host. What the page is about is in the `data-` attributes of the script. */
import { apiOf } from './api.js';
import { eventQueueOf } from './events/event-queue.js';

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
