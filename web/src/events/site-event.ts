/** Events as the public host takes them. */
import type { paths } from '../../../client/public-api.js';

type Body = NonNullable<paths['/events']['post']['requestBody']>['content']['application/json'];
export type SiteEvent = Body['events'][number];
/** An event as components make it: the queue adds its id and time. */
export type NewSiteEvent = WithoutIdAndTime<SiteEvent>;
type WithoutIdAndTime<E> = E extends SiteEvent ? Omit<E, 'eventId' | 'occurredAt'> : never;
