/** The part of createApp that is about the content: a service and its routes for each resource. */
import { createArtworkReceiver } from './artwork/artwork.receiver.js';
import { itemArtworkRoutes, seriesArtworkRoutes } from './item-endpoints/artwork.routes.js';
import { createArtworkService } from './artwork/artwork.service.js';
import type { BlobStore } from '../platform/storage/blob-store.js';
import type { UploadReceiver, UploadReceivers, Uploads } from '../platform/storage/uploads.js';
import { chapterRoutes } from './chapters/chapter.routes.js';
import { createChapterService } from './chapters/chapter.service.js';
import { collectionRoutes } from './collections/collection.routes.js';
import { createCollectionService } from './collections/collection.service.js';
import { variantTypeRoutes } from './collections/variant-type.routes.js';
import { createVariantTypeService } from './collections/variant-type.service.js';
import type { Db } from '../platform/db/dialect.js';
import type { Endpoint } from '../platform/http/endpoint.js';
import { relatedItemRoutes } from '../search/query/related-items.routes.js';
import { createRelatedItemService } from '../search/query/related-items.service.js';
import { itemRoutes, itemStateRoutes } from './item-endpoints/item.routes.js';
import { createItemStateService } from './item-endpoints/item-state.service.js';
import { createItemService } from './item-endpoints/item.service.js';
import type { Clock } from '../platform/lib/clock.js';
import { createMediaReceiver } from './media/media-asset.receiver.js';
import { mediaAssetRoutes } from './media/media-asset.routes.js';
import { createMediaAssetService } from './media/media-asset.service.js';
import { notFound } from '../platform/lib/errors.js';
import type { SearchService } from '../search/query/search.service.js';
import { createResourceReceiver } from './resources/resource.receiver.js';
import { resourceRoutes } from './resources/resource.routes.js';
import { createResourceService } from './resources/resource.service.js';
import { resourceTypeRoutes } from './resources/resource-type.routes.js';
import { createResourceTypeService } from './resources/resource-type.service.js';
import { scriptureRoutes } from './scriptures/scripture.routes.js';
import { createScriptureService } from './scriptures/scripture.service.js';
import { seriesRoutes } from './series/series.routes.js';
import { createSeriesService } from './series/series.service.js';
import { speakerImageRoutes } from './speakers/speaker-image.routes.js';
import { createSpeakerImageService } from './speakers/speaker-image.service.js';
import { speakerRoutes } from './speakers/speaker.routes.js';
import { createSpeakerService } from './speakers/speaker.service.js';
import { topicRoutes } from './topics/topic.routes.js';
import { createTopicService } from './topics/topic.service.js';
import { transcriptRoutes } from './transcripts/transcript.routes.js';
import { createTranscriptService } from './transcripts/transcript.service.js';

export const composeContent = ({
  db,
  clock,
  searchService,
  blobs,
  uploads,
}: {
  db: Db;
  clock: Clock;
  searchService: SearchService;
  blobs: BlobStore;
  uploads: Uploads;
}) => {
  const collections = createCollectionService({ db, clock });
  const series = createSeriesService({ db, clock });
  const speakers = createSpeakerService({ db, clock });
  const topics = createTopicService({ db, clock });
  const items = createItemService({ db, clock });
  const itemStates = createItemStateService({ db, clock });
  const transcripts = createTranscriptService({ db, clock });

  /** What takes a file that has come, by what the file is for. */
  const receivers: UploadReceivers = {
    artwork: createArtworkReceiver({ db, clock, blobs }, 'item'),
    seriesArtwork: createArtworkReceiver({ db, clock, blobs }, 'series'),
    speakerImage: abandoned,
    resource: createResourceReceiver({ db, clock }),
    media: createMediaReceiver({ db, clock }),
  };

  const artwork = createArtworkService({ db, clock, uploads });
  const endpoints: Endpoint[] = [
    ...collectionRoutes(collections),
    ...variantTypeRoutes(createVariantTypeService({ db, clock })),
    ...seriesRoutes(series),
    ...seriesArtworkRoutes(artwork),
    ...speakerRoutes(speakers),
    ...speakerImageRoutes(createSpeakerImageService({ db, clock, blobs })),
    ...topicRoutes(topics),
    ...itemRoutes(items),
    ...itemStateRoutes(itemStates),
    ...itemArtworkRoutes(artwork),
    ...transcriptRoutes(transcripts),
    ...mediaAssetRoutes(createMediaAssetService({ db, clock, uploads })),
    ...chapterRoutes(createChapterService({ db, clock })),
    ...scriptureRoutes(createScriptureService({ db, clock })),
    ...resourceRoutes(createResourceService({ db, clock, uploads })),
    ...resourceTypeRoutes(createResourceTypeService({ db, clock })),
    ...relatedItemRoutes(createRelatedItemService({ db, searchService })),
  ];
  return { collections, series, speakers, topics, transcripts, receivers, endpoints };
};

export type Content = ReturnType<typeof composeContent>;

/** A speaker's image comes whole with its request: what is found later belongs to one that ended half-way. */
const abandoned: UploadReceiver = {
  received: () => Promise.reject(notFound('The request that sent the image has ended')),
};
