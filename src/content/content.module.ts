/** Wires the content: a service and its routes per resource, and uploads. */
import { createArtworkReceiver } from './artwork/artwork.receiver.js';
import { itemArtworkRoutes } from './artwork/artwork.routes.js';
import { createArtworkService } from './artwork/artwork.service.js';
import type { BlobStore } from '../platform/storage/blob-store.js';
import { chapterRoutes } from './chapters/chapter.routes.js';
import { createChapterService } from './chapters/chapter.service.js';
import { collectionArtworkRoutes, collectionRoutes } from './collections/collection.routes.js';
import { createCollectionService } from './collections/collection.service.js';
import { variantTypeRoutes } from './collections/variant-type.routes.js';
import { createVariantTypeService } from './collections/variant-type.service.js';
import { itemDraftRoutes } from './items/item-draft.routes.js';
import { createItemDraftService } from './items/item-draft.service.js';
import { itemRevisionRoutes } from './items/item-revision.routes.js';
import { createItemRevisionService } from './items/item-revision.service.js';
import { itemRoutes } from './items/item.routes.js';
import { createItemService } from './items/item.service.js';
import { previewLinkRoutes } from './items/preview-link.routes.js';
import { createPreviewLinkService, previewLinkMaintenance } from './items/preview-link.service.js';
import {
  createMediaAssetService,
  createMediaReceiver,
  type KeepTranscript,
} from './media/media-asset.service.js';
import { mediaAssetRoutes } from './media/media-asset.routes.js';
import { createResourceReceiver, createResourceService } from './resources/resource.service.js';
import { resourceRoutes } from './resources/resource.routes.js';
import { resourceTypeRoutes } from './resources/resource-type.routes.js';
import { createResourceTypeService } from './resources/resource-type.service.js';
import { scriptureRoutes } from './scriptures/scripture.routes.js';
import { createScriptureService } from './scriptures/scripture.service.js';
import { seriesArtworkRoutes, seriesRoutes } from './series/series.routes.js';
import { createSeriesService } from './series/series.service.js';
import { speakerImageRoutes, speakerRoutes } from './speakers/speaker.routes.js';
import { createSpeakerImageService } from './speakers/speaker-image.service.js';
import { createSpeakerService } from './speakers/speaker.service.js';
import { topicRoutes } from './topics/topic.routes.js';
import { createTopicService } from './topics/topic.service.js';
import type { AccountService } from '../identity/accounts/account.service.js';
import { createLogoReceiver, createLogoService } from '../identity/accounts/logo.service.js';
import { logoRoutes } from '../identity/accounts/logo.routes.js';
import { emptyModule, type Module, type ModuleContext } from '../platform/module.js';
import type { Row } from '../platform/db/tables.js';
import type { Caller } from '../platform/lib/caller.js';
import { notFound } from '../platform/lib/errors.js';
import { finalizeUploadHandler } from '../platform/storage/blob.handlers.js';
import { uploadMaintenance } from '../platform/storage/upload.maintenance.js';
import { resumableRoutes } from '../platform/storage/resumable.routes.js';
import { createResumableService } from '../platform/storage/resumable.service.js';
import { createUploadLinks } from '../platform/storage/resumable.repository.js';
import { uploadRoutes } from '../platform/storage/upload.routes.js';
import { createUploadService } from '../platform/storage/upload.service.js';
import type { UploadReceiver, UploadReceivers } from '../platform/storage/uploads.js';

export const createContentModule = (
  { db, clock, log, quotas, secretKey, owner }: ModuleContext,
  {
    blobs,
    accounts,
    previewAddress,
    keepTranscript,
  }: {
    blobs: BlobStore;
    accounts: AccountService;
    /** The page of a preview link, by the short name of its account. */
    previewAddress: (shortName: string, secret: string) => string;
    keepTranscript: KeepTranscript;
  },
) => {
  const deps = { db, clock, quotas };
  const collections = createCollectionService(deps);
  const series = createSeriesService(deps);
  const speakers = createSpeakerService(deps);
  const topics = createTopicService(deps);

  const receivers: UploadReceivers = {
    artwork: createArtworkReceiver({ ...deps, blobs }, 'item'),
    seriesArtwork: createArtworkReceiver({ ...deps, blobs }, 'series'),
    collectionArtwork: createArtworkReceiver({ ...deps, blobs }, 'collection'),
    accountLogo: createLogoReceiver({ ...deps, blobs }),
    speakerImage: abandoned,
    resource: createResourceReceiver(deps),
    media: createMediaReceiver(deps),
  };
  const links = createUploadLinks(secretKey);
  const uploads = createUploadService({ ...deps, blobs, receivers, links });
  const resumable = createResumableService({ db, clock, log, owner }, { blobs, uploads, links });
  const artwork = createArtworkService({ ...deps, uploads });
  const items = createItemService(deps);
  const media = createMediaAssetService({ ...deps, uploads, keepTranscript });
  const chapters = createChapterService(deps);
  const scriptures = createScriptureService(deps);
  const resources = createResourceService({ ...deps, uploads });
  const variantTypes = createVariantTypeService(deps);
  const resourceTypes = createResourceTypeService(deps);

  return {
    ...emptyModule,
    endpoints: {
      private: [
        ...collectionRoutes(collections),
        ...collectionArtworkRoutes(artwork),
        ...variantTypeRoutes(variantTypes),
        ...seriesRoutes(series),
        ...seriesArtworkRoutes(artwork),
        ...speakerRoutes(speakers),
        ...speakerImageRoutes(createSpeakerImageService({ ...deps, blobs })),
        ...topicRoutes(topics),
        ...itemRoutes(items),
        ...itemDraftRoutes(createItemDraftService(deps)),
        ...previewLinkRoutes(createPreviewLinkService(deps), previewAddress),
        ...itemRevisionRoutes(createItemRevisionService(deps)),
        ...itemArtworkRoutes(artwork),
        ...mediaAssetRoutes(media),
        ...chapterRoutes(chapters),
        ...scriptureRoutes(scriptures),
        ...resourceRoutes(resources),
        ...resourceTypeRoutes(resourceTypes),
        ...uploadRoutes(uploads),
        ...resumableRoutes(resumable),
        ...logoRoutes(createLogoService({ ...deps, uploads }), accounts),
      ],
    },
    jobs: {
      finalizeUpload: finalizeUploadHandler({ ...deps, log, uploads }),
    },
    maintenance: [uploadMaintenance({ ...deps, blobs, uploads, resumable }), previewLinkMaintenance(deps)],
    /** How the trash restores records. */
    restorers: {
      item: (caller: Caller, { id }: Trashed) => items.restore(caller, id),
      collection: (caller: Caller, { id }: Trashed) => collections.restore(caller, id),
      series: (caller: Caller, { id }: Trashed) => series.restore(caller, id),
      speaker: (caller: Caller, { id }: Trashed) => speakers.restore(caller, id),
      topic: (caller: Caller, { id }: Trashed) => topics.restore(caller, id),
      variantType: (caller: Caller, { id }: Trashed) => variantTypes.restore(caller, id),
      resourceType: (caller: Caller, { id }: Trashed) => resourceTypes.restore(caller, id),
      mediaAsset: (caller: Caller, { id }: Trashed) => media.restore(caller, id),
      chapter: (caller: Caller, { id }: Trashed) => chapters.restore(caller, id),
      scripture: (caller: Caller, { id }: Trashed) => scriptures.restore(caller, id),
      resource: (caller: Caller, { id, itemId }: Trashed) => resources.restore(caller, itemId ?? 0, id),
    },
    items,
    collections,
    series,
    speakers,
    topics,
    media,
    uploads,
  } satisfies Module & Record<string, unknown>;
};

/** A record of the trash. */
type Trashed = Pick<Row<'trash'>, 'id' | 'itemId'>;

/** A speaker's image arrives within its request. One found later belongs to a request that was interrupted. */
const abandoned: UploadReceiver = {
  onUploaded: () => Promise.reject(notFound('The request that sent the image has ended')),
};
