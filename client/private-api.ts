/** Types of the Lectern private API, made by `npm run client` from its OpenAPI document. */

export interface paths {
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the account of the token
         * @description Scope: `content:read`.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the account
         * @description Settings that are not named stay as they are.
         *
         *     Scope: `admin`.
         */
        patch: operations["updateAccount"];
        trace?: never;
    };
    "/accounts/{accountId}/transcripts/{itemId}/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open a transcript link
         * @description What an item's `transcriptUrl` points at. It needs no token: nobody can guess the key.
         */
        get: operations["openTranscriptLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List collections
         * @description Scope: `content:read`.
         *
         *     Every field filters: `field=value` is exact, `field.operator=value` takes `eq`, `ne`, `in`, `lt`, `le`, `gt`, `ge`, `bt`, `nl`, `like` (`in` and `bt` take values separated by commas, `nl` true or false, `like` a pattern with % and _). Fields: id, name, itemDescriptor, contentFormat, fullService, deletedDate.
         */
        get: operations["listCollections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collections/{collectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a collection
         * @description Scope: `content:read`.
         */
        get: operations["getCollection"];
        put?: never;
        post?: never;
        /**
         * Delete a collection
         * @description Refused with 409 while items or series stand in it.
         *
         *     Scope: `content:write`.
         */
        delete: operations["deleteCollection"];
        options?: never;
        head?: never;
        /**
         * Update a collection
         * @description Scope: `content:write`.
         */
        patch: operations["updateCollection"];
        trace?: never;
    };
    "/collections/{collectionId}/variant-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the variant types of a collection
         * @description In the order of `displayOrder` unless another is asked for.
         *
         *     Scope: `content:read`.
         *
         *     Every field filters: `field=value` is exact, `field.operator=value` takes `eq`, `ne`, `in`, `lt`, `le`, `gt`, `ge`, `bt`, `nl`, `like` (`in` and `bt` take values separated by commas, `nl` true or false, `like` a pattern with % and _). Fields: id, name, contentType, indexable, displayOrder, collectionId, deletedDate.
         */
        get: operations["listVariantTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collections/{collectionId}/variant-types/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a variant type
         * @description It becomes the last. 409 where the collection has one of this name, whatever its case.
         *
         *     Scope: `content:write`.
         */
        post: operations["createVariantType"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collections/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a collection
         * @description It starts with the variant types `Full video` and `Audio`.
         *
         *     Scope: `content:write`.
         */
        post: operations["createCollection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Browse the API reference */
        get: operations["getReferencePage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/{filename}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a script, style or picture of the reference page */
        get: operations["getReferenceFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/embed-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List embed tokens
         * @description Scope: `admin`.
         *
         *     Every field filters: `field=value` is exact, `field.operator=value` takes `eq`, `ne`, `in`, `lt`, `le`, `gt`, `ge`, `bt`, `nl`, `like` (`in` and `bt` take values separated by commas, `nl` true or false, `like` a pattern with % and _). Fields: id, name, token, entryDate, deletedDate.
         */
        get: operations["listEmbedTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/embed-tokens/{embedTokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an embed token
         * @description Scope: `admin`.
         */
        delete: operations["deleteEmbedToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/embed-tokens/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an embed token
         * @description It is public: players send it with their events, and it names the site that embeds them.
         *
         *     Scope: `admin`.
         */
        post: operations["createEmbedToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/{accountId}/{secret}/{filename}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a stored file
         * @description The addresses in `…Url` fields point here. One byte range is supported. A bucket serves its files itself: the response then redirects to it.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List items
         * @description Newest date first, unless `_orderBy[]` says otherwise.
         *
         *     Scope: `content:read`.
         *
         *     Every field filters: `field=value` is exact, `field.operator=value` takes `eq`, `ne`, `in`, `lt`, `le`, `gt`, `ge`, `bt`, `nl`, `like` (`in` and `bt` take values separated by commas, `nl` true or false, `like` a pattern with % and _). Fields: id, title, subTitle, description, shortDescription, date, collectionId, seriesId, orderInSeries, urlSlug, durationSecs, status, wizardStep, publishedDate, autoPublish, squareImgUrl, wideImgUrl, ultraWideImgUrl, verticalImgUrl, entryDate, suggestedDescription, suggestedShortDescription, errorMessage, indexedMediaAssetId, autoAcceptScriptures, autoAcceptMediaChapters, transcriptUrl, deletedDate, speakerId, topicId.
         */
        get: operations["listItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{itemId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an item
         * @description Scope: `content:read`.
         */
        get: operations["getItem"];
        put?: never;
        post?: never;
        /**
         * Delete an item
         * @description Soft: it leaves lists and public search at once, and can be restored.
         *
         *     Scope: `content:write`.
         */
        delete: operations["deleteItem"];
        options?: never;
        head?: never;
        /**
         * Update an item
         * @description Speakers and topics replace those that the item has. `wizardStep` moves one step forward or any number back; into `processing` it needs a transcript or an uploaded media asset and queues processing, into `finalize` an item that is ready or later. A published item stays published; public search follows in the background.
         *
         *     Scope: `content:write`.
         */
        patch: operations["updateItem"];
        trace?: never;
    };
    "/items/{itemId}/artwork/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload artwork of an item
         * @description PNG, JPEG or WebP, at most 20 MB. Send the bytes within the hour as a plain PUT to `uploadUrl`, with `Content-Type` equal to `fileMimeType`; no token is needed. The file is looked at: one that is not what was declared is refused with 422 and not kept. The variant is filled, with what the picture measures, once the file is there; until then it stays as it is. Proportions other than the variant's are taken as they are. Add `?width=` 160, 320, 640, 960, 1280, 1920 to the address for a smaller copy: AVIF, WebP or JPEG by `Accept`, in its own proportions and never enlarged.
         *
         *     Scope: `content:write`.
         */
        post: operations["createItemArtwork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{itemId}/artwork/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove artwork of an item
         * @description Of one variant, or of all four where the body names none.
         *
         *     Scope: `content:write`.
         */
        post: operations["deleteItemArtwork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{itemId}/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the media assets of an item
         * @description Scope: `content:read`.
         *
         *     Every field filters: `field=value` is exact, `field.operator=value` takes `eq`, `ne`, `in`, `lt`, `le`, `gt`, `ge`, `bt`, `nl`, `like` (`in` and `bt` take values separated by commas, `nl` true or false, `like` a pattern with % and _). Fields: id, itemId, contentType, mimeType, variantTypeId, fileSizeBytes, durationSecs, bitrate, videoWidth, videoHeight, filename, originalFilename, externalPlatform, externalPlatformId, streamAssetId, streamPlaybackId, status, url, downloadUrl, entryDate, deletedDate.
         */
        get: operations["listMediaAssets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{itemId}/media/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a media asset
         * @description For a file give `contentType`, `mimeType` and `fileSizeBytes`: PUT the file to `uploadUrl` within the hour, with `Content-Type` as declared; the asset is `ready` once it is there. For media at an external platform give `externalPlatform` and `externalPlatformId`: `uploadUrl` is null and the asset is `ready` at once.
         *
         *     Scope: `content:write`.
         */
        post: operations["createMediaAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{itemId}/process": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Queue an item for processing
         * @description It needs a transcript or an uploaded or external media asset, and must be draft, ready, unpublished, actionRequired, error or published; a published item stays published meanwhile.
         *
         *     Scope: `content:write`.
         */
        post: operations["processItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{itemId}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish an item
         * @description It must be ready or unpublished and have an indexed media asset. Answers `publishing`; it is `published` once public search serves it.
         *
         *     Scope: `content:write`.
         */
        post: operations["publishItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{itemId}/related": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Items nearest by content
         * @description Processed items of the account, published or not. Empty while the search index is away.
         *
         *     Scope: `content:read`.
         */
        get: operations["getRelatedItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{itemId}/resources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the resources of an item
         * @description In the order of `displayOrder` unless another is asked for.
         *
         *     Scope: `content:read`.
         *
         *     Every field filters: `field=value` is exact, `field.operator=value` takes `eq`, `ne`, `in`, `lt`, `le`, `gt`, `ge`, `bt`, `nl`, `like` (`in` and `bt` take values separated by commas, `nl` true or false, `like` a pattern with % and _). Fields: id, itemId, title, subTitle, description, resourceTypeId, displayOrder, contentType, fileMimeType, fileSizeBytes, externalPlatform, externalPlatformId, thumbnailImgUrl, url, linkTarget, deletedDate.
         */
        get: operations["listResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{itemId}/resources/{resourceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a resource of an item
         * @description Scope: `content:read`.
         */
        get: operations["getResource"];
        put?: never;
        post?: never;
        /**
         * Delete a resource of an item
         * @description The file of a file resource is removed within seconds.
         *
         *     Scope: `content:write`.
         */
        delete: operations["deleteResource"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{itemId}/resources/{resourceId}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a resource of an item
         * @description The content type and the file stay: another file is another resource. Setting `displayOrder` shifts the resources of the item that follow.
         *
         *     Scope: `content:write`.
         */
        patch: operations["updateResource"];
        trace?: never;
    };
    "/items/{itemId}/resources/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a resource to an item
         * @description A file, a link or a video; it becomes the last. A file is complete once it is PUT to `uploadUrl`, without a token, with `Content-Type` equal to `fileMimeType` and of just `fileSizeBytes`, within an hour. Of links and videos `uploadUrl` is null.
         *
         *     Scope: `content:write`.
         */
        post: operations["createResource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{itemId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a deleted item
         * @description A published item comes back as `unpublished`. Its slug gets a number where another item has taken it; where its series is gone or moved, it is in none. 409 where its collection is deleted.
         *
         *     Scope: `content:write`.
         */
        post: operations["restoreItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{itemId}/scriptures/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a scripture to an item
         * @description It becomes the last. Verses lie within one chapter: a passage that crosses chapters is one scripture for each. Without verses it is the whole chapter.
         *
         *     Scope: `content:write`.
         */
        post: operations["createScripture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{itemId}/transcript": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a transcript
         * @description The full text and its passages. 422 InvalidStateError until the item has been processed.
         *
         *     Scope: `content:read`.
         */
        get: operations["getTranscript"];
        /**
         * Put a transcript
         * @description Takes the place of the one the item has, and queues processing; a published item stays published. Order, overlaps and missing times are repaired. Plain text carries no times: they are estimated from the duration of the media, where it is known. Without a `mediaAssetId` the transcript gets a media asset of its own (contentType `text`).
         *
         *     Scope: `content:write`.
         */
        put: operations["putTranscript"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{itemId}/transcript.srt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a transcript as SubRip
         * @description Scope: `content:read`.
         */
        get: operations["exportTranscriptSrt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{itemId}/transcript.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a transcript as plain text
         * @description Scope: `content:read`.
         */
        get: operations["exportTranscriptText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{itemId}/transcript.vtt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a transcript as WebVTT
         * @description Scope: `content:read`.
         */
        get: operations["exportTranscriptVtt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{itemId}/unpublish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unpublish an item
         * @description It must be published. It is out of public answers at once; `unpublished` follows `unpublishing`.
         *
         *     Scope: `content:write`.
         */
        post: operations["unpublishItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an item
         * @description It starts as a draft. Speakers and topics keep the order given.
         *
         *     Scope: `content:write`.
         */
        post: operations["createItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logging/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log many events
         * @description Up to 1000 events. One that is wrong stops none of the others: `ids` are in the order of the events, null where one was refused, and `errors` say why.
         *
         *     Scope: `logging:write`.
         */
        post: operations["logBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logging/media-playback-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log what a player does
         * @description It is answered once the event is durable; with an `eventId` it can be sent again safely.
         *
         *     Scope: `logging:write`.
         */
        post: operations["logMediaPlaybackEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logging/page-views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log that a page was seen
         * @description It is answered once the event is durable; with an `eventId` it can be sent again safely.
         *
         *     Scope: `logging:write`.
         */
        post: operations["logPageView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{mediaAssetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a media asset
         * @description Scope: `content:read`.
         */
        get: operations["getMediaAsset"];
        put?: never;
        post?: never;
        /**
         * Delete a media asset and its file
         * @description Refused with 409 while its item is queued, processing, publishing or published with the transcript of this asset.
         *
         *     Scope: `content:write`.
         */
        delete: operations["deleteMediaAsset"];
        options?: never;
        head?: never;
        /**
         * Update a media asset
         * @description Its kind and its file stay what they are: for others create another asset.
         *
         *     Scope: `content:write`.
         */
        patch: operations["updateMediaAsset"];
        trace?: never;
    };
    "/media/{mediaAssetId}/chapters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the chapters of a media asset
         * @description By their times unless another order is asked for.
         *
         *     Scope: `content:read`.
         *
         *     Every field filters: `field=value` is exact, `field.operator=value` takes `eq`, `ne`, `in`, `lt`, `le`, `gt`, `ge`, `bt`, `nl`, `like` (`in` and `bt` take values separated by commas, `nl` true or false, `like` a pattern with % and _). Fields: id, itemId, mediaAssetId, title, startMs, suggested, accepted, hidden, deletedDate.
         */
        get: operations["listChapters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{mediaAssetId}/chapters/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a chapter
         * @description 422 where it begins at or after the media's end, 409 where another chapter of the media begins then.
         *
         *     Scope: `content:write`.
         */
        post: operations["createChapter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{mediaAssetId}/uploaded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that the file is there
         * @description Looks for the file, its size and its type, and makes the asset ready. 422 where it is not there. To be called again does no harm.
         *
         *     Scope: `content:write`.
         */
        post: operations["mediaAssetUploaded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/chapters/{chapterId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a chapter
         * @description Scope: `content:read`.
         */
        get: operations["getChapter"];
        put?: never;
        post?: never;
        /**
         * Delete a chapter
         * @description Scope: `content:write`.
         */
        delete: operations["deleteChapter"];
        options?: never;
        head?: never;
        /**
         * Update a chapter
         * @description A suggested chapter is hidden until `accepted` is true.
         *
         *     Scope: `content:write`.
         */
        patch: operations["updateChapter"];
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the OpenAPI document */
        get: operations["getOpenApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/resource-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List resource types
         * @description The categories of item resources, in the order of `displayOrder` unless another is asked for.
         *
         *     Scope: `content:read`.
         *
         *     Every field filters: `field=value` is exact, `field.operator=value` takes `eq`, `ne`, `in`, `lt`, `le`, `gt`, `ge`, `bt`, `nl`, `like` (`in` and `bt` take values separated by commas, `nl` true or false, `like` a pattern with % and _). Fields: id, name, displayOrder, deletedDate.
         */
        get: operations["listResourceTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/resource-types/{resourceTypeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a resource type
         * @description Scope: `content:read`.
         */
        get: operations["getResourceType"];
        put?: never;
        post?: never;
        /**
         * Delete a resource type
         * @description Refused with 409 while resources are of this type.
         *
         *     Scope: `content:write`.
         */
        delete: operations["deleteResourceType"];
        options?: never;
        head?: never;
        /**
         * Update a resource type
         * @description Setting `displayOrder` shifts the resource types that follow.
         *
         *     Scope: `content:write`.
         */
        patch: operations["updateResourceType"];
        trace?: never;
    };
    "/resource-types/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a resource type
         * @description It becomes the last. 409 where a resource type has this name, whatever its case.
         *
         *     Scope: `content:write`.
         */
        post: operations["createResourceType"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scriptures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List scriptures
         * @description By item and `displayOrder` unless another order is asked for; `book` sorts in the order of the Bible. Scriptures of deleted items are left out like deleted ones.
         *
         *     Scope: `content:read`.
         *
         *     Every field filters: `field=value` is exact, `field.operator=value` takes `eq`, `ne`, `in`, `lt`, `le`, `gt`, `ge`, `bt`, `nl`, `like` (`in` and `bt` take values separated by commas, `nl` true or false, `like` a pattern with % and _). Fields: id, itemId, book, bookName, chapter, verseStart, verseEnd, keyVerse, suggested, accepted, displayOrder, citation, deletedDate.
         */
        get: operations["listScriptures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scriptures/{scriptureId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a scripture
         * @description Scope: `content:read`.
         */
        get: operations["getScripture"];
        put?: never;
        post?: never;
        /**
         * Delete a scripture
         * @description Scope: `content:write`.
         */
        delete: operations["deleteScripture"];
        options?: never;
        head?: never;
        /**
         * Update a scripture
         * @description What is not named stays: book, chapter and verses are checked as they would then be. Setting `displayOrder` shifts the scriptures of the item that follow. Changes reach search within seconds.
         *
         *     Scope: `content:write`.
         */
        patch: operations["updateScripture"];
        trace?: never;
    };
    "/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List series
         * @description By collection and sortOrder unless another order is asked for.
         *
         *     Scope: `content:read`.
         *
         *     Every field filters: `field=value` is exact, `field.operator=value` takes `eq`, `ne`, `in`, `lt`, `le`, `gt`, `ge`, `bt`, `nl`, `like` (`in` and `bt` take values separated by commas, `nl` true or false, `like` a pattern with % and _). Fields: id, title, subTitle, collectionId, description, shortDescription, sortOrder, itemSortDirection, showItemOrderInSeries, urlSlug, colorHex, squareImgUrl, wideImgUrl, ultraWideImgUrl, verticalImgUrl, published, deletedDate.
         */
        get: operations["listSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/series/{seriesId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a series
         * @description Scope: `content:read`.
         */
        get: operations["getSeries"];
        put?: never;
        post?: never;
        /**
         * Delete a series
         * @description Refused with 409 while items stand in it.
         *
         *     Scope: `content:write`.
         */
        delete: operations["deleteSeries"];
        options?: never;
        head?: never;
        /**
         * Update a series
         * @description A new title reaches search within seconds; the slug stays unless `urlSlug` names another.
         *
         *     Scope: `content:write`.
         */
        patch: operations["updateSeries"];
        trace?: never;
    };
    "/series/{seriesId}/artwork/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload artwork of a series
         * @description PNG, JPEG or WebP, at most 20 MB. Send the bytes within the hour as a plain PUT to `uploadUrl`, with `Content-Type` equal to `fileMimeType`; no token is needed. The file is looked at: one that is not what was declared is refused with 422 and not kept. The variant is filled, with what the picture measures, once the file is there; until then it stays as it is. Proportions other than the variant's are taken as they are. Add `?width=` 160, 320, 640, 960, 1280, 1920 to the address for a smaller copy: AVIF, WebP or JPEG by `Accept`, in its own proportions and never enlarged.
         *
         *     Scope: `content:write`.
         */
        post: operations["createSeriesArtwork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/series/{seriesId}/artwork/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove artwork of a series
         * @description Of one variant, or of all four where the body names none.
         *
         *     Scope: `content:write`.
         */
        post: operations["deleteSeriesArtwork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/series/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a series
         * @description The last of its collection unless `sortOrder` says otherwise.
         *
         *     Scope: `content:write`.
         */
        post: operations["createSeries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/speakers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List speakers
         * @description `itemCount` is filled when sorted by it or expanded with `items`.
         *
         *     Scope: `content:read`.
         *
         *     Every field filters: `field=value` is exact, `field.operator=value` takes `eq`, `ne`, `in`, `lt`, `le`, `gt`, `ge`, `bt`, `nl`, `like` (`in` and `bt` take values separated by commas, `nl` true or false, `like` a pattern with % and _). Fields: id, name, bio, imageUrl, imageFilename, itemCount, deletedDate.
         */
        get: operations["listSpeakers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/speakers/{speakerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a speaker
         * @description Scope: `content:read`.
         */
        get: operations["getSpeaker"];
        put?: never;
        post?: never;
        /**
         * Delete a speaker
         * @description Refused with 409 while items carry the speaker.
         *
         *     Scope: `content:write`.
         */
        delete: operations["deleteSpeaker"];
        options?: never;
        head?: never;
        /**
         * Update a speaker
         * @description A new name reaches search within seconds.
         *
         *     Scope: `content:write`.
         */
        patch: operations["updateSpeaker"];
        trace?: never;
    };
    "/speakers/{speakerId}/image/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload the image of a speaker
         * @description PNG, JPEG or WebP, at most 10 MB, as the one part `image`. What it is, its content says, not its name nor what is declared. It takes the place of the speaker's former image. Add `?width=` 160, 320, 640, 960, 1280, 1920 to the address for a smaller copy: AVIF, WebP or JPEG by `Accept`, in its own proportions and never enlarged.
         *
         *     Scope: `content:write`.
         */
        post: operations["uploadSpeakerImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/speakers/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a speaker
         * @description Scope: `content:write`.
         */
        post: operations["createSpeaker"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A report or raw events as a file
         * @description Streamed as it is written. An answer that is cut short ends with an error of the connection, never as if it were whole. In CSV text that a spreadsheet would take for a formula begins with an apostrophe.
         *
         *     Scope: `stats:read`.
         */
        get: operations["exportStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/items/{itemId}/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far the audience of an item stays
         * @description Which share of the plays saw each hundredth of the item, from what players told of positions and seeks.
         *
         *     Scope: `stats:read`.
         */
        get: operations["getRetention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Plays, time watched, visitors, page views and searches over time
         * @description Scope: `stats:read`.
         */
        get: operations["getStatsOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/page-views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Page views over time
         * @description By hour, day, week or month, whichever suits the range; intervals without views are there with zeros.
         *
         *     Scope: `stats:read`.
         */
        get: operations["getPageViews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/searches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was searched for, and what came of it
         * @description Filters keep searches whose answers showed one of the items.
         *
         *     Scope: `stats:read`.
         */
        get: operations["getSearchStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/top-items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The items that did best
         * @description Items with anything in the range, deleted ones too.
         *
         *     Scope: `stats:read`.
         */
        get: operations["getTopItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/trending-topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Topics with rising engagement
         * @description Plays of the range against the same elapsed part of the unit before, smoothed, so that 0 → 2 plays does not beat 500 → 900. Only rising topics, best first.
         *
         *     Scope: `stats:read`.
         */
        get: operations["getTrendingTopics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tokens
         * @description Revoked tokens only with `_withDeleted`.
         *
         *     Scope: `admin`.
         *
         *     Every field filters: `field=value` is exact, `field.operator=value` takes `eq`, `ne`, `in`, `lt`, `le`, `gt`, `ge`, `bt`, `nl`, `like` (`in` and `bt` take values separated by commas, `nl` true or false, `like` a pattern with % and _). Fields: id, name, expiresAt, revokedAt, entryDate.
         */
        get: operations["listTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a token
         * @description Scope: `admin`.
         */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a token
         * @description The secret is shown in this answer only; with an `Idempotency-Key` also in its repetitions to the same token.
         *
         *     Scope: `admin`.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List topics
         * @description In the order of `displayOrder` unless another is asked for.
         *
         *     Scope: `content:read`.
         *
         *     Every field filters: `field=value` is exact, `field.operator=value` takes `eq`, `ne`, `in`, `lt`, `le`, `gt`, `ge`, `bt`, `nl`, `like` (`in` and `bt` take values separated by commas, `nl` true or false, `like` a pattern with % and _). Fields: id, name, displayOrder, itemCount, deletedDate.
         */
        get: operations["listTopics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/topics/{topicId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a topic
         * @description Scope: `content:read`.
         */
        get: operations["getTopic"];
        put?: never;
        post?: never;
        /**
         * Delete a topic
         * @description Refused with 409 while items carry the topic.
         *
         *     Scope: `content:write`.
         */
        delete: operations["deleteTopic"];
        options?: never;
        head?: never;
        /**
         * Update a topic
         * @description Setting `displayOrder` shifts the topics that follow. A new name reaches search within seconds.
         *
         *     Scope: `content:write`.
         */
        patch: operations["updateTopic"];
        trace?: never;
    };
    "/topics/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a topic
         * @description It becomes the last. 409 where a topic has this name, whatever its case.
         *
         *     Scope: `content:write`.
         */
        post: operations["createTopic"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uploads/{accountId}/{uploadId}/{secret}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload a file
         * @description The `uploadUrl` of a create points here, or to the bucket that holds the files. It takes one PUT of the declared content type and size, within an hour.
         */
        put: operations["uploadFile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/variant-types/{variantTypeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a variant type
         * @description Scope: `content:read`.
         */
        get: operations["getVariantType"];
        put?: never;
        post?: never;
        /**
         * Delete a variant type
         * @description Refused with 409 while media are of this type.
         *
         *     Scope: `content:write`.
         */
        delete: operations["deleteVariantType"];
        options?: never;
        head?: never;
        /**
         * Update a variant type
         * @description Setting `displayOrder` shifts the variant types that follow. The content type stays while media are of this type.
         *
         *     Scope: `content:write`.
         */
        patch: operations["updateVariantType"];
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Scope: `admin`.
         *
         *     Every field filters: `field=value` is exact, `field.operator=value` takes `eq`, `ne`, `in`, `lt`, `le`, `gt`, `ge`, `bt`, `nl`, `like` (`in` and `bt` take values separated by commas, `nl` true or false, `like` a pattern with % and _). Fields: id, url, description, enabled, entryDate, deletedDate.
         */
        get: operations["listWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Scope: `admin`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description What waits to be sent to it is not sent any more.
         *
         *     Scope: `admin`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update a webhook
         * @description Scope: `admin`.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook
         * @description The latest first unless another order is asked for. They are kept for 30 days.
         *
         *     Scope: `admin`.
         *
         *     Every field filters: `field=value` is exact, `field.operator=value` takes `eq`, `ne`, `in`, `lt`, `le`, `gt`, `ge`, `bt`, `nl`, `like` (`in` and `bt` take values separated by commas, `nl` true or false, `like` a pattern with % and _). Fields: id, webhookId, eventId, eventType, status, attempts, responseStatus, lastError, entryDate, nextAttemptDate, deliveredDate.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/deliveries/{webhookDeliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery with what was sent
         * @description Scope: `admin`.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/deliveries/{webhookDeliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description At once, and with the same `webhook-id`; it has all its tries before it again.
         *
         *     Scope: `admin`.
         */
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook an event of the type ping
         * @description Scope: `admin`.
         */
        post: operations["pingWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook a new secret
         * @description For a day deliveries are signed with the old one too, so that a receiver can change over.
         *
         *     Scope: `admin`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a webhook
         * @description Events of items are sent to `url` as Standard Webhooks describes it: signed with the secret, which is shown in this answer only.
         *
         *     Scope: `admin`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Account: {
            id: number;
            name: string;
            searchBaseUrl: string;
            settings: {
                autoAcceptMediaChapters: boolean;
                autoAcceptScriptures: boolean;
                /** @enum {string} */
                defaultTranslation: "kjv" | "asv";
                /** @description Path of an item’s page below `publicSiteUrl`, e.g. /sermons/{slug}. */
                itemPagePath: string;
                publicSiteUrl: string | null;
                respectDoNotTrack: boolean;
            };
            shortName: string;
            timeZone: string;
        };
        AccountChanges: {
            name?: string;
            settings?: {
                autoAcceptMediaChapters?: boolean;
                autoAcceptScriptures?: boolean;
                /** @enum {string} */
                defaultTranslation?: "kjv" | "asv";
                /** @description Path of an item’s page below `publicSiteUrl`, e.g. /sermons/{slug}. */
                itemPagePath?: string;
                publicSiteUrl?: string | null;
                respectDoNotTrack?: boolean;
            };
            timeZone?: string;
        };
        Chapter: {
            accepted: boolean | null;
            deletedDate: string | null;
            /** @description Suggested and not accepted. */
            hidden: boolean;
            id: number;
            itemId: number;
            mediaAssetId: number;
            /** @description Milliseconds from the start. */
            startMs: number;
            suggested: boolean | null;
            title: string;
        };
        ChapterChanges: {
            /** @description A suggested chapter is shown once it is accepted. */
            accepted?: boolean;
            /** @description Milliseconds from the start, before the media's end where that is known. */
            startMs?: number;
            /** @description Made by a machine, awaiting acceptance. */
            suggested?: boolean;
            title?: string;
        };
        Collection: {
            /** @enum {string} */
            contentFormat: "sermon" | "interview";
            deletedDate: string | null;
            /** @description Items are full services rather than a single sermon. */
            fullService: boolean;
            id: number;
            /** @enum {string} */
            itemDescriptor: "sermon" | "message" | "teaching" | "episode";
            /** @description With `_expand[]=items`. */
            items?: components["schemas"]["ItemRecord"][];
            name: string;
            /** @description With `_expand[]=series`. */
            series?: components["schemas"]["SeriesRecord"][];
            /** @description With `_expand[]=variantTypes`. */
            variantTypes?: components["schemas"]["MediaVariantType"][];
        };
        CollectionChanges: {
            /** @enum {string} */
            contentFormat?: "sermon" | "interview";
            fullService?: boolean;
            /** @enum {string} */
            itemDescriptor?: "sermon" | "message" | "teaching" | "episode";
            name?: string;
        };
        CollectionRecord: {
            /** @enum {string} */
            contentFormat: "sermon" | "interview";
            deletedDate: string | null;
            /** @description Items are full services rather than a single sermon. */
            fullService: boolean;
            id: number;
            /** @enum {string} */
            itemDescriptor: "sermon" | "message" | "teaching" | "episode";
            name: string;
        };
        EmbedToken: {
            /** @description Sites that may embed with it; `*` is any site. */
            allowedOrigins: string[];
            deletedDate: string | null;
            /** Format: date-time */
            entryDate: string;
            id: number;
            name: string;
            /** @description Public: it names the embedding site and gives no rights. */
            token: string;
        };
        Error: {
            error: {
                details?: {
                    message: string;
                    path: string;
                }[];
                message: string;
                requestId: string;
                type: string;
            };
            /** @constant */
            result: "error";
        };
        EventBatchResponse: {
            /** @description What was wrong with those that were refused. */
            errors: {
                index: number;
                message: string;
                path: string;
            }[];
            /** @description One an event, in their order; null where it was refused. */
            ids: (string | null)[];
        };
        Item: {
            autoAcceptMediaChapters: boolean | null;
            autoAcceptScriptures: boolean | null;
            autoPublish: boolean | null;
            /** @description With `_expand[]=collection`. */
            collection?: components["schemas"]["CollectionRecord"] | null;
            collectionId: number;
            /** Format: date */
            date: string;
            deletedDate: string | null;
            description: string | null;
            /** @description Duration of the item's media, seconds. */
            durationSecs: number | null;
            /** Format: date-time */
            entryDate: string;
            /** @description Set while status is error or actionRequired. */
            errorMessage: string | null;
            id: number;
            /** @description Media asset whose transcript was embedded for search. */
            indexedMediaAssetId: number | null;
            /** @description With `_expand[]=mediaAssets`. */
            mediaAssets?: components["schemas"]["MediaAsset"][];
            orderInSeries: number | null;
            publishedDate: string | null;
            /** @description With `_expand[]=resources`. */
            resources?: components["schemas"]["Resource"][];
            /** @description With `_expand[]=scriptures`. */
            scriptures?: components["schemas"]["ItemScripture"][];
            /** @description With `_expand[]=series`. */
            series?: components["schemas"]["SeriesRecord"] | null;
            seriesId: number | null;
            shortDescription: string | null;
            /** @description With `_expand[]=speakers`. */
            speakers?: components["schemas"]["SpeakerRecord"][];
            squareImgMetadata: {
                [key: string]: unknown;
            } | null;
            /** @description Square artwork, 1:1 */
            squareImgUrl: string | null;
            /** @enum {string} */
            status: "draft" | "queued" | "processing" | "ready" | "publishing" | "published" | "unpublishing" | "unpublished" | "actionRequired" | "error";
            subTitle: string | null;
            suggestedDescription: string | null;
            suggestedShortDescription: string | null;
            title: string;
            /** @description With `_expand[]=topics`. */
            topics?: components["schemas"]["Topic"][];
            /** @description URL of the raw transcript JSON. */
            transcriptUrl: string | null;
            ultraWideImgMetadata: {
                [key: string]: unknown;
            } | null;
            /** @description Ultra-wide artwork, 2.77:1 */
            ultraWideImgUrl: string | null;
            urlSlug: string | null;
            verticalImgMetadata: {
                [key: string]: unknown;
            } | null;
            /** @description Vertical artwork, 2:3 */
            verticalImgUrl: string | null;
            wideImgMetadata: {
                [key: string]: unknown;
            } | null;
            /** @description Wide artwork, 16:9 */
            wideImgUrl: string | null;
            /** @enum {string} */
            wizardStep: "basicDetails" | "artwork" | "media" | "processing" | "finalize";
        };
        ItemChanges: {
            autoAcceptMediaChapters?: boolean | null;
            autoAcceptScriptures?: boolean | null;
            /** @description Publish by itself once it is ready. */
            autoPublish?: boolean | null;
            /** @description Moves the item; without a `seriesId` of the new collection it leaves its series, and its slug gets a number where it is taken there. */
            collectionId?: number;
            /** @description A date, or a date-time of which the day as written counts. */
            date?: string;
            description?: string | null;
            orderInSeries?: number | null;
            seriesId?: number | null;
            shortDescription?: string | null;
            speakers?: {
                id: number;
            }[];
            subTitle?: string | null;
            /** @description Null dismisses the suggestion. */
            suggestedDescription?: null;
            /** @description Null dismisses the suggestion. */
            suggestedShortDescription?: null;
            title?: string;
            topics?: {
                id: number;
            }[];
            /** @description Made from the title where absent. */
            urlSlug?: string | null;
            /** @enum {string} */
            wizardStep?: "basicDetails" | "artwork" | "media" | "processing" | "finalize";
        };
        ItemRecord: {
            autoAcceptMediaChapters: boolean | null;
            autoAcceptScriptures: boolean | null;
            autoPublish: boolean | null;
            collectionId: number;
            /** Format: date */
            date: string;
            deletedDate: string | null;
            description: string | null;
            /** @description Duration of the item's media, seconds. */
            durationSecs: number | null;
            /** Format: date-time */
            entryDate: string;
            /** @description Set while status is error or actionRequired. */
            errorMessage: string | null;
            id: number;
            /** @description Media asset whose transcript was embedded for search. */
            indexedMediaAssetId: number | null;
            orderInSeries: number | null;
            publishedDate: string | null;
            seriesId: number | null;
            shortDescription: string | null;
            squareImgMetadata: {
                [key: string]: unknown;
            } | null;
            /** @description Square artwork, 1:1 */
            squareImgUrl: string | null;
            /** @enum {string} */
            status: "draft" | "queued" | "processing" | "ready" | "publishing" | "published" | "unpublishing" | "unpublished" | "actionRequired" | "error";
            subTitle: string | null;
            suggestedDescription: string | null;
            suggestedShortDescription: string | null;
            title: string;
            /** @description URL of the raw transcript JSON. */
            transcriptUrl: string | null;
            ultraWideImgMetadata: {
                [key: string]: unknown;
            } | null;
            /** @description Ultra-wide artwork, 2.77:1 */
            ultraWideImgUrl: string | null;
            urlSlug: string | null;
            verticalImgMetadata: {
                [key: string]: unknown;
            } | null;
            /** @description Vertical artwork, 2:3 */
            verticalImgUrl: string | null;
            wideImgMetadata: {
                [key: string]: unknown;
            } | null;
            /** @description Wide artwork, 16:9 */
            wideImgUrl: string | null;
            /** @enum {string} */
            wizardStep: "basicDetails" | "artwork" | "media" | "processing" | "finalize";
        };
        ItemScripture: {
            accepted: boolean | null;
            /** @description USFM book code, e.g. JHN. */
            book: string;
            bookName: string;
            chapter: number;
            /** @description `John 3:16-18`, `John 3:16` for one verse, `Psalms 23` for all verses of a chapter. */
            citation: string;
            displayOrder: number | null;
            /** @description Suggested, not accepted and not a key verse. */
            hidden: boolean;
            id: number;
            itemId: number;
            /** @description A key scripture of the item; it may have several. */
            keyVerse: boolean | null;
            suggested: boolean | null;
            verseEnd: number;
            verseStart: number;
        };
        MediaAsset: {
            /** @description Bits a second. */
            bitrate: number | null;
            chapters: components["schemas"]["Chapter"][];
            /**
             * @description `text` stands for a transcript without media of its own.
             * @enum {string}
             */
            contentType: "audio" | "video" | "text";
            deletedDate: string | null;
            downloadUrl: string | null;
            /** @description Seconds. */
            durationSecs: number | null;
            /** Format: date-time */
            entryDate: string;
            externalPlatform: ("youtube" | "vimeo") | null;
            externalPlatformId: string | null;
            /** @description As it is stored, once it is there. */
            filename: string | null;
            fileSizeBytes: number | null;
            id: number;
            /** @description With `_expand[]=item`. */
            item: components["schemas"]["ItemRecord"] | null;
            itemId: number;
            mimeType: string | null;
            originalFilename: string | null;
            /** @enum {string} */
            status: "created" | "uploaded" | "processing" | "ready" | "error";
            streamAssetId: string | null;
            streamPlaybackId: string | null;
            /** @description Null until the file is there; needs no token. */
            url: string | null;
            variantType: components["schemas"]["MediaVariantType"] | null;
            variantTypeId: number | null;
            videoHeight: number | null;
            videoWidth: number | null;
        };
        MediaAssetChanges: {
            /** @description Bits a second. */
            bitrate?: number | null;
            /** @description Seconds. */
            durationSecs?: number | null;
            /** @description Of external media only. */
            externalPlatformId?: string;
            originalFilename?: string;
            streamAssetId?: string | null;
            streamPlaybackId?: string | null;
            variantTypeId?: number;
            /** @description Pixels; of video only. */
            videoHeight?: number | null;
            /** @description Pixels; of video only. */
            videoWidth?: number | null;
        };
        MediaVariantType: {
            collectionId: number;
            /** @enum {string} */
            contentType: "audio" | "video" | "text";
            deletedDate: string | null;
            displayOrder: number;
            id: number;
            /** @description Transcripts of media of this type may be embedded for search. */
            indexable: boolean;
            name: string;
        };
        MediaVariantTypeChanges: {
            /**
             * @description Refused with 409 while media are of this type.
             * @enum {string}
             */
            contentType?: "audio" | "video" | "text";
            /** @description The place to move to, from 1; the variant types that follow shift. A place past the end means last. */
            displayOrder?: number;
            indexable?: boolean;
            name?: string;
        };
        NewArtworkFile: {
            /** @enum {string} */
            fileMimeType: "image/png" | "image/jpeg" | "image/webp";
            fileSizeBytes: number;
            /** @enum {string} */
            variant: "square" | "wide" | "ultraWide" | "vertical";
        };
        NewChapter: {
            /** @description Without it false, unless this is a suggestion and the item, or where it says nothing the account, has `autoAcceptMediaChapters`. */
            accepted?: boolean;
            /** @description Milliseconds from the start, before the media's end where that is known. */
            startMs: number;
            /**
             * @description Made by a machine, awaiting acceptance.
             * @default false
             */
            suggested?: boolean;
            title: string;
        };
        NewCollection: {
            /**
             * @default sermon
             * @enum {string}
             */
            contentFormat?: "sermon" | "interview";
            /** @default false */
            fullService?: boolean;
            /**
             * @default sermon
             * @enum {string}
             */
            itemDescriptor?: "sermon" | "message" | "teaching" | "episode";
            name: string;
        };
        NewEmbedToken: {
            /** @description Scheme, host and port of each site that may embed; `*` alone is any site. */
            allowedOrigins: string[];
            name: string;
        };
        NewItem: {
            autoAcceptMediaChapters?: boolean | null;
            autoAcceptScriptures?: boolean | null;
            /** @description Publish by itself once it is ready. */
            autoPublish?: boolean | null;
            collectionId: number;
            /** @description A date, or a date-time of which the day as written counts. */
            date: string;
            description?: string | null;
            orderInSeries?: number | null;
            seriesId?: number | null;
            shortDescription?: string | null;
            /** @default [] */
            speakers?: {
                id: number;
            }[];
            subTitle?: string | null;
            title: string;
            /** @default [] */
            topics?: {
                id: number;
            }[];
            /** @description Made from the title where absent. */
            urlSlug?: string | null;
            /**
             * @default basicDetails
             * @enum {string}
             */
            wizardStep?: "basicDetails" | "artwork";
        };
        NewMediaAsset: {
            /** @description Bits a second. */
            bitrate?: number | null;
            /**
             * @description Required for a file; of external media video unless said otherwise.
             * @enum {string}
             */
            contentType?: "audio" | "video";
            /** @description Seconds. */
            durationSecs?: number | null;
            /**
             * @description With externalPlatformId in place of a file.
             * @enum {string}
             */
            externalPlatform?: "youtube" | "vimeo";
            /** @description Identifier of the video at the platform, as it stands in its address. */
            externalPlatformId?: string;
            /** @description Required for a file. */
            fileSizeBytes?: number;
            /**
             * @description Required for a file. Of the kind that contentType names.
             * @enum {string}
             */
            mimeType?: "audio/mpeg" | "audio/mp3" | "audio/mp4" | "audio/m4a" | "audio/x-m4a" | "audio/aac" | "audio/ogg" | "audio/opus" | "audio/webm" | "audio/wav" | "audio/x-wav" | "audio/flac" | "audio/x-flac" | "audio/aiff" | "audio/x-aiff" | "video/mp4" | "video/x-m4v" | "video/quicktime" | "video/webm" | "video/ogg" | "video/mpeg" | "video/mp2t" | "video/x-matroska" | "video/x-msvideo";
            originalFilename?: string;
            /** @description A variant type of the item's collection, of the same contentType; the first such where absent. */
            variantTypeId?: number;
            /** @description Pixels; of video only. */
            videoHeight?: number | null;
            /** @description Pixels; of video only. */
            videoWidth?: number | null;
        };
        NewMediaPlaybackEvent: {
            currentPlaybackPositionSeconds: number;
            /** @description Token of the embedding site, one of the account’s. */
            embedToken?: string | null;
            errorMessage?: string | null;
            /** @description Makes a retry safe: the same id is counted once. */
            eventId?: string | null;
            /** @enum {string} */
            eventType: "play" | "pause" | "seek" | "progress" | "end" | "error";
            isEmbedded?: boolean | null;
            itemDurationSeconds?: number | null;
            itemId: number;
            mediaAssetId: number;
            /** @description Name of the variant type. */
            mediaAssetType?: string | null;
            /** @description When it happened, at most 7 days ago; without it the time of receipt. */
            occurredAt?: string | null;
            /**
             * @description Where the player or page is.
             * @enum {string}
             */
            origin: "embed" | "connect" | "console";
            playbackRate?: number | null;
            /** @description Made by the client, one for each browser tab. */
            playbackSessionId: string;
            searchId?: string | null;
            /** @description Seconds played since the session began. */
            totalPlaybackSeconds?: number | null;
            /** @description Hashed with the address, and dropped. */
            userAgent?: string | null;
            /** @description Hashed to count visitors, and dropped. */
            visitorIp?: (string) | null;
        };
        NewMediaVariantType: {
            /** @enum {string} */
            contentType: "audio" | "video" | "text";
            /** @default true */
            indexable?: boolean;
            name: string;
        };
        NewPageView: {
            collectionId?: number | null;
            /** @description Token of the embedding site, one of the account’s. */
            embedToken?: string | null;
            /** @description Makes a retry safe: the same id is counted once. */
            eventId?: string | null;
            itemId?: number | null;
            /** @description When it happened, at most 7 days ago; without it the time of receipt. */
            occurredAt?: string | null;
            origin?: ("embed" | "connect" | "console") | null;
            /** @description Where the visitor came from; only its origin is kept. */
            referrer?: string | null;
            searchId?: string | null;
            seriesId?: number | null;
            /** @description Of the page; what follows ? or # is not kept. */
            url: string;
            /** @description Hashed with the address, and dropped. */
            userAgent?: string | null;
            /** @description Hashed to count visitors, and dropped. */
            visitorIp?: (string) | null;
        };
        NewResource: {
            /** @enum {string} */
            contentType: "file" | "link" | "video";
            description?: string | null;
            /**
             * @description Required of a video, refused of others.
             * @enum {string}
             */
            externalPlatform?: "youtube" | "vimeo";
            /** @description Required of a video, refused of others. */
            externalPlatformId?: string;
            /** @description Required of a file, refused of others. */
            fileMimeType?: string;
            /** @description Required of a file, refused of others. */
            fileSizeBytes?: number;
            /** @description Required of a link, refused of others. */
            linkTarget?: string;
            /** @description Of a file: what a saved copy is called; it gives the file its extension. */
            originalFilename?: string;
            /** @description Category, see `/resource-types`. */
            resourceTypeId?: number | null;
            subTitle?: string | null;
            title: string;
        };
        NewResourceType: {
            name: string;
        };
        NewScripture: {
            /** @description Without it false, unless this is a suggestion and the item, or where it says nothing the account, has `autoAcceptScriptures`. */
            accepted?: boolean;
            /**
             * @description USFM book code.
             * @enum {string}
             */
            book: "GEN" | "EXO" | "LEV" | "NUM" | "DEU" | "JOS" | "JDG" | "RUT" | "1SA" | "2SA" | "1KI" | "2KI" | "1CH" | "2CH" | "EZR" | "NEH" | "EST" | "JOB" | "PSA" | "PRO" | "ECC" | "SNG" | "ISA" | "JER" | "LAM" | "EZK" | "DAN" | "HOS" | "JOL" | "AMO" | "OBA" | "JON" | "MIC" | "NAM" | "HAB" | "ZEP" | "HAG" | "ZEC" | "MAL" | "MAT" | "MRK" | "LUK" | "JHN" | "ACT" | "ROM" | "1CO" | "2CO" | "GAL" | "EPH" | "PHP" | "COL" | "1TH" | "2TH" | "1TI" | "2TI" | "TIT" | "PHM" | "HEB" | "JAS" | "1PE" | "2PE" | "1JN" | "2JN" | "3JN" | "JUD" | "REV";
            chapter: number;
            /** @default false */
            keyVerse?: boolean;
            /** @default false */
            suggested?: boolean;
            /** @description Without it, the same verse as `verseStart`; without either, the last verse of the chapter. A passage lies within one chapter. */
            verseEnd?: number;
            /** @description Without it, the first verse. */
            verseStart?: number;
        };
        NewSeries: {
            collectionId: number;
            colorHex?: string | null;
            description?: string | null;
            /** @enum {string} */
            itemSortDirection?: "ASC" | "DESC";
            published?: boolean | null;
            shortDescription?: string | null;
            showItemOrderInSeries?: boolean;
            sortOrder?: number;
            squareImgMetadata?: {
                [key: string]: unknown;
            } | null;
            squareImgUrl?: string | null;
            subTitle?: string | null;
            title: string;
            ultraWideImgMetadata?: {
                [key: string]: unknown;
            } | null;
            ultraWideImgUrl?: string | null;
            /** @description Unique in the collection; made from the title when absent. */
            urlSlug?: string;
            verticalImgMetadata?: {
                [key: string]: unknown;
            } | null;
            verticalImgUrl?: string | null;
            wideImgMetadata?: {
                [key: string]: unknown;
            } | null;
            wideImgUrl?: string | null;
        };
        NewSpeaker: {
            /** @default null */
            bio?: string | null;
            /** @default null */
            imageFilename?: string | null;
            name: string;
        };
        NewToken: {
            /** Format: date-time */
            expiresAt?: string | null;
            name: string;
            scopes: ("content:read" | "content:write" | "logging:write" | "stats:read" | "admin")[];
        };
        NewTopic: {
            name: string;
        };
        NewTranscript: {
            language?: string | null;
            mediaAssetId?: number | null;
            segments: {
                /** @description Milliseconds from the start. What is missing is interpolated; what is negative counts as 0. */
                endMs?: number | null;
                heading?: boolean;
                speaker?: string | null;
                /** @description Milliseconds from the start. What is missing is interpolated; what is negative counts as 0. */
                startMs?: number | null;
                text: string;
            }[];
        };
        NewWebhook: {
            /** @default null */
            description?: string | null;
            /** @default true */
            enabled?: boolean;
            events: ("item.ready" | "item.published" | "item.updated" | "item.unpublished" | "item.deleted" | "item.error")[];
            /** @description https, on a public address unless this installation allows others. */
            url: string;
        };
        Overview: {
            pageViews: number;
            plays: number;
            /** @description Of `previousFrom` to `previousTo`. */
            previous: {
                pageViews: number;
                plays: number;
                searches: number;
                /** @description Over several days the sum of the days': a visitor has another hash every day. */
                uniqueVisitors: number;
                watchSeconds: number;
            };
            searches: number;
            series: {
                pageViews: number;
                plays: number;
                searches: number;
                /** Format: date-time */
                start: string;
                /** @description Over several days the sum of the days': a visitor has another hash every day. */
                uniqueVisitors: number;
                watchSeconds: number;
            }[];
            /** @description Over several days the sum of the days': a visitor has another hash every day. */
            uniqueVisitors: number;
            watchSeconds: number;
        };
        PageViews: {
            series: {
                /**
                 * Format: date-time
                 * @description Of an hour, day, week or month, by the range.
                 */
                start: string;
                /** @description Over several days the sum of the days': a visitor has another hash every day. */
                uniqueVisitors: number;
                views: number;
            }[];
            total: number;
            /** @description Over several days the sum of the days': a visitor has another hash every day. */
            uniqueVisitors: number;
        };
        QueryMetrics: {
            /** @description Mean place of the clicked results; 1 is the first. */
            averageClickRank: number | null;
            clicks: number;
            /** @description Share of the searches that led to a click. */
            clickThroughRate: number | null;
            /** @description Plays that began from a result. */
            plays: number;
            /** @description Queries that differ by case and spaces only are one. */
            query: string;
            searches: number;
            withoutResults: number;
        };
        RawTranscript: {
            itemId: number;
            language: string | null;
            mediaAssetId: number | null;
            segments: components["schemas"]["Segment"][];
        };
        Resource: {
            /**
             * @description Fixed after creation.
             * @enum {string}
             */
            contentType: "file" | "link" | "video";
            deletedDate: string | null;
            description: string | null;
            displayOrder: number;
            /** @description Of videos. */
            externalPlatform: ("youtube" | "vimeo") | null;
            /** @description Of videos. */
            externalPlatformId: string | null;
            /** @description Of files. */
            fileMimeType: string | null;
            /** @description Of files. */
            fileSizeBytes: number | null;
            id: number;
            itemId: number;
            /** @description Of links. */
            linkTarget: string | null;
            resourceType: {
                id: number;
                name: string;
            } | null;
            resourceTypeId: number | null;
            subTitle: string | null;
            /** @description A still of the video, where its platform gives one; else null. */
            thumbnailImgUrl: string | null;
            title: string;
            /** @description What a browser opens, without a token: the file once it is uploaded (null until then), the target of a link, the page of a video. */
            url: string | null;
        };
        ResourceChanges: {
            description?: string | null;
            /** @description The place to move to, from 1; the resources of the item that follow shift. A place past the end means last. */
            displayOrder?: number;
            /** @description Of a video only. */
            externalPlatformId?: string;
            /** @description Of a link only. */
            linkTarget?: string;
            /** @description Category, see `/resource-types`. */
            resourceTypeId?: number | null;
            subTitle?: string | null;
            title?: string;
        };
        ResourceType: {
            deletedDate: string | null;
            displayOrder: number;
            id: number;
            name: string;
        };
        ResourceTypeChanges: {
            /** @description The place to move to, from 1; the resource types that follow shift. A place past the end means last. */
            displayOrder?: number;
            name?: string;
        };
        Retention: {
            audience: {
                fromSeconds: number;
                part: number;
                /** @description Sessions that saw some of it. */
                sessions: number;
                /** @description As a share of the plays. */
                share: number;
            }[];
            /** @description Null where nobody knows it. */
            durationSeconds: number | null;
            itemId: number;
            plays: number;
            title: string;
        };
        Scripture: {
            accepted: boolean | null;
            /** @description USFM book code, e.g. JHN. */
            book: string;
            bookName: string;
            chapter: number;
            /** @description `John 3:16-18`, `John 3:16` for one verse, `Psalms 23` for all verses of a chapter. */
            citation: string;
            deletedDate: string | null;
            displayOrder: number | null;
            id: number;
            itemId: number;
            /** @description A key scripture of the item; it may have several. */
            keyVerse: boolean | null;
            suggested: boolean | null;
            /** @description The verses, joined by a space, in the `translation` that the call names; null without one. */
            text: string | null;
            verseEnd: number;
            verseStart: number;
        };
        ScriptureChanges: {
            accepted?: boolean;
            /**
             * @description USFM book code.
             * @enum {string}
             */
            book?: "GEN" | "EXO" | "LEV" | "NUM" | "DEU" | "JOS" | "JDG" | "RUT" | "1SA" | "2SA" | "1KI" | "2KI" | "1CH" | "2CH" | "EZR" | "NEH" | "EST" | "JOB" | "PSA" | "PRO" | "ECC" | "SNG" | "ISA" | "JER" | "LAM" | "EZK" | "DAN" | "HOS" | "JOL" | "AMO" | "OBA" | "JON" | "MIC" | "NAM" | "HAB" | "ZEP" | "HAG" | "ZEC" | "MAL" | "MAT" | "MRK" | "LUK" | "JHN" | "ACT" | "ROM" | "1CO" | "2CO" | "GAL" | "EPH" | "PHP" | "COL" | "1TH" | "2TH" | "1TI" | "2TI" | "TIT" | "PHM" | "HEB" | "JAS" | "1PE" | "2PE" | "1JN" | "2JN" | "3JN" | "JUD" | "REV";
            chapter?: number;
            /** @description The place to move to, from 1; the scriptures of the item that follow shift. A place past the end means last. */
            displayOrder?: number;
            keyVerse?: boolean;
            suggested?: boolean;
            verseEnd?: number;
            verseStart?: number;
        };
        SearchMetrics: {
            /** @description Mean place of the clicked results; 1 is the first. */
            averageClickRank: number | null;
            clicks: number;
            /** @description Share of the searches that led to a click. */
            clickThroughRate: number | null;
            /** @description Plays that began from a result. */
            plays: number;
            searches: number;
            withoutResults: number;
        };
        Segment: {
            endMs: number | null;
            /** @description No passage runs across a heading. */
            heading: boolean;
            speaker: string | null;
            startMs: number | null;
            text: string;
        };
        Series: {
            /** @description With `_expand[]=collection`. */
            collection?: components["schemas"]["CollectionRecord"] | null;
            collectionId: number;
            /** @description #RRGGBB */
            colorHex: string | null;
            deletedDate: string | null;
            description: string | null;
            id: number;
            /** @description With `_expand[]=items`: by orderInSeries, then date, in the direction of itemSortDirection; items without an order last. */
            items?: components["schemas"]["ItemRecord"][];
            /** @enum {string} */
            itemSortDirection: "ASC" | "DESC";
            published: boolean | null;
            shortDescription: string | null;
            showItemOrderInSeries: boolean;
            sortOrder: number;
            squareImgMetadata: {
                [key: string]: unknown;
            } | null;
            /** @description Square artwork, 1:1 */
            squareImgUrl: string | null;
            subTitle: string | null;
            title: string;
            ultraWideImgMetadata: {
                [key: string]: unknown;
            } | null;
            /** @description Ultra-wide artwork, 2.77:1 */
            ultraWideImgUrl: string | null;
            urlSlug: string | null;
            verticalImgMetadata: {
                [key: string]: unknown;
            } | null;
            /** @description Vertical artwork, 2:3 */
            verticalImgUrl: string | null;
            wideImgMetadata: {
                [key: string]: unknown;
            } | null;
            /** @description Wide artwork, 16:9 */
            wideImgUrl: string | null;
        };
        SeriesChanges: {
            collectionId?: number;
            colorHex?: string | null;
            description?: string | null;
            /** @enum {string} */
            itemSortDirection?: "ASC" | "DESC";
            published?: boolean | null;
            shortDescription?: string | null;
            showItemOrderInSeries?: boolean;
            sortOrder?: number;
            squareImgMetadata?: {
                [key: string]: unknown;
            } | null;
            squareImgUrl?: string | null;
            subTitle?: string | null;
            title?: string;
            ultraWideImgMetadata?: {
                [key: string]: unknown;
            } | null;
            ultraWideImgUrl?: string | null;
            /** @description Unique in the collection; made from the title when absent. */
            urlSlug?: string;
            verticalImgMetadata?: {
                [key: string]: unknown;
            } | null;
            verticalImgUrl?: string | null;
            wideImgMetadata?: {
                [key: string]: unknown;
            } | null;
            wideImgUrl?: string | null;
        };
        SeriesRecord: {
            collectionId: number;
            /** @description #RRGGBB */
            colorHex: string | null;
            deletedDate: string | null;
            description: string | null;
            id: number;
            /** @enum {string} */
            itemSortDirection: "ASC" | "DESC";
            published: boolean | null;
            shortDescription: string | null;
            showItemOrderInSeries: boolean;
            sortOrder: number;
            squareImgMetadata: {
                [key: string]: unknown;
            } | null;
            /** @description Square artwork, 1:1 */
            squareImgUrl: string | null;
            subTitle: string | null;
            title: string;
            ultraWideImgMetadata: {
                [key: string]: unknown;
            } | null;
            /** @description Ultra-wide artwork, 2.77:1 */
            ultraWideImgUrl: string | null;
            urlSlug: string | null;
            verticalImgMetadata: {
                [key: string]: unknown;
            } | null;
            /** @description Vertical artwork, 2:3 */
            verticalImgUrl: string | null;
            wideImgMetadata: {
                [key: string]: unknown;
            } | null;
            /** @description Wide artwork, 16:9 */
            wideImgUrl: string | null;
        };
        Speaker: {
            bio: string | null;
            deletedDate: string | null;
            id: number;
            imageFilename: string | null;
            /** @description Full URL of the image; clients use this. */
            imageUrl: string | null;
            /** @description Filled when sorted by itemCount or expanded with items. */
            itemCount: number | null;
            /** @description With `_expand[]=items`, newest first. */
            items?: components["schemas"]["ItemRecord"][];
            name: string;
        };
        SpeakerChanges: {
            bio?: string | null;
            imageFilename?: string | null;
            name?: string;
        };
        SpeakerRecord: {
            bio: string | null;
            deletedDate: string | null;
            id: number;
            imageFilename: string | null;
            /** @description Full URL of the image; clients use this. */
            imageUrl: string | null;
            /** @description Filled when sorted by itemCount or expanded with items. */
            itemCount: number | null;
            name: string;
        };
        StatsRange: {
            /** Format: date-time */
            from: string;
            /** @description Null where days were given. */
            name: ("day" | "week" | "isoWeek" | "month" | "quarter" | "year") | null;
            /**
             * Format: date-time
             * @description The same elapsed part of the unit before; of given days as many days before them.
             */
            previousFrom: string;
            /** Format: date-time */
            previousTo: string;
            /**
             * Format: date-time
             * @description No longer part of it.
             */
            to: string;
        };
        Success: {
            /** @constant */
            result: "success";
        };
        Token: {
            /** Format: date-time */
            entryDate: string;
            expiresAt: string | null;
            id: number;
            name: string;
            revokedAt: string | null;
            scopes: ("content:read" | "content:write" | "logging:write" | "stats:read" | "admin")[];
        };
        Topic: {
            deletedDate: string | null;
            displayOrder: number;
            id: number;
            /** @description Items with this topic that are not deleted. */
            itemCount: number;
            name: string;
        };
        TopicChanges: {
            /** @description The place to move to, from 1; the topics that follow shift. A place past the end means last. */
            displayOrder?: number;
            name?: string;
        };
        TopItem: {
            /** @description Mean of furthest position / duration of its plays; null where no play tells it. */
            averageCompletion: number | null;
            itemId: number;
            pageViews: number;
            /** @description Sessions with a play event. */
            plays: number;
            /** @description Plays that a search led to. */
            searchPlays: number;
            title: string | null;
            /** @description Sessions with any playback event. */
            uniqueSessions: number;
            watchSeconds: number;
        };
        Transcript: {
            /** @description Passages of whole sentences, as search finds them; neighbours share a sentence. */
            chunks: {
                endMs: number | null;
                startMs: number | null;
                text: string;
            }[];
            itemId: number;
            title: string;
            /** @description The full text. */
            transcript: string;
        };
        TrendingTopic: {
            /** @description Growth of plays: 0.8 is 80% more; null where there were none before. */
            change: number | null;
            /** @description Items of the topic that were played. */
            itemCount: number;
            name: string;
            plays: number;
            previousPlays: number;
            /** @description By how many times, at the least, its plays have grown: smoothed, recent plays weigh more. */
            score: number;
            topicId: number;
            watchSeconds: number;
        };
        UnusedArtwork: {
            /**
             * @description All four where it is absent.
             * @enum {string}
             */
            variant?: "square" | "wide" | "ultraWide" | "vertical";
        };
        Webhook: {
            deletedDate: string | null;
            description: string | null;
            /** @description False: nothing is sent. An answer 410 Gone disables a webhook. */
            enabled: boolean;
            /** Format: date-time */
            entryDate: string;
            events: ("item.ready" | "item.published" | "item.updated" | "item.unpublished" | "item.deleted" | "item.error")[];
            id: number;
            url: string;
        };
        WebhookChanges: {
            description?: string | null;
            enabled?: boolean;
            events?: ("item.ready" | "item.published" | "item.updated" | "item.unpublished" | "item.deleted" | "item.error")[];
            /** @description https, on a public address unless this installation allows others. */
            url?: string;
        };
        WebhookDelivery: {
            attempts: number;
            deliveredDate: string | null;
            /** Format: date-time */
            entryDate: string;
            /** @description The header `webhook-id`: the same at every try, so that a receiver knows what it has had. */
            eventId: string;
            /** @enum {string} */
            eventType: "item.ready" | "item.published" | "item.updated" | "item.unpublished" | "item.deleted" | "item.error" | "ping";
            id: number;
            lastError: string | null;
            nextAttemptDate: string | null;
            /** @description HTTP status of the last answer. */
            responseStatus: number | null;
            /** @enum {string} */
            status: "waiting" | "delivered" | "failed";
            webhookId: number;
        };
        WebhookDeliveryWithPayload: {
            attempts: number;
            deliveredDate: string | null;
            /** Format: date-time */
            entryDate: string;
            /** @description The header `webhook-id`: the same at every try, so that a receiver knows what it has had. */
            eventId: string;
            /** @enum {string} */
            eventType: "item.ready" | "item.published" | "item.updated" | "item.unpublished" | "item.deleted" | "item.error" | "ping";
            id: number;
            lastError: string | null;
            nextAttemptDate: string | null;
            /** @description What is sent: {type, timestamp, data}. */
            payload: {
                [key: string]: unknown;
            };
            /** @description HTTP status of the last answer. */
            responseStatus: number | null;
            /** @enum {string} */
            status: "waiting" | "delivered" | "failed";
            webhookId: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: components["schemas"]["Account"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "timeZone": "Europe/Berlin"
                 *     }
                 */
                "application/json": components["schemas"]["AccountChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: components["schemas"]["Account"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    openTranscriptLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: number;
                itemId: number;
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RawTranscript"];
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listCollections: {
        parameters: {
            query?: {
                /** @description Related records to include. */
                "_expand[]"?: ("items" | "series" | "variantTypes")[];
                /** @description Results per page. */
                _limit?: number;
                /** @description Results to skip. */
                _offset?: number;
                /** @description fieldName,ASC or fieldName,DESC. Fields: id, name, itemDescriptor, contentFormat, fullService, deletedDate. */
                "_orderBy[]"?: string[];
                /** @description Words that name must contain. */
                _q?: string;
                /** @description Include soft-deleted records. */
                _withDeleted?: boolean;
                contentFormat?: "sermon" | "interview";
                deletedDate?: string;
                fullService?: boolean;
                id?: number;
                itemDescriptor?: "sermon" | "message" | "teaching" | "episode";
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        collections: components["schemas"]["Collection"][];
                        hasMore: boolean;
                        limit: number;
                        offset: number;
                        /** @description floor(offset / limit) */
                        page: number;
                        totalPages: number;
                        /** @description Records that match the filter, whatever the page and whatever is expanded. */
                        totalRecords: number;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCollection: {
        parameters: {
            query?: {
                /** @description Related records to include. */
                "_expand[]"?: ("items" | "series" | "variantTypes")[];
                /** @description Find the record although it is soft-deleted. */
                _withDeleted?: boolean;
            };
            header?: never;
            path: {
                collectionId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        collection: components["schemas"]["Collection"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collectionId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateCollection: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                collectionId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Sunday sermons"
                 *     }
                 */
                "application/json": components["schemas"]["CollectionChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        collection: components["schemas"]["Collection"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listVariantTypes: {
        parameters: {
            query?: {
                /** @description Results per page. */
                _limit?: number;
                /** @description Results to skip. */
                _offset?: number;
                /** @description fieldName,ASC or fieldName,DESC. Fields: id, name, contentType, indexable, displayOrder, collectionId, deletedDate. */
                "_orderBy[]"?: string[];
                /** @description Words that name must contain. */
                _q?: string;
                /** @description Include soft-deleted records. */
                _withDeleted?: boolean;
                collectionId?: number;
                contentType?: "audio" | "video" | "text";
                deletedDate?: string;
                displayOrder?: number;
                id?: number;
                indexable?: boolean;
                name?: string;
            };
            header?: never;
            path: {
                collectionId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hasMore: boolean;
                        limit: number;
                        offset: number;
                        /** @description floor(offset / limit) */
                        page: number;
                        totalPages: number;
                        /** @description Records that match the filter, whatever the page and whatever is expanded. */
                        totalRecords: number;
                        variantTypes: components["schemas"]["MediaVariantType"][];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createVariantType: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                collectionId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Audio description",
                 *       "contentType": "audio",
                 *       "indexable": false
                 *     }
                 */
                "application/json": components["schemas"]["NewMediaVariantType"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description `true` where the answer is that of an earlier call with the same key. */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        variantType: components["schemas"]["MediaVariantType"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createCollection: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Sermons",
                 *       "itemDescriptor": "sermon"
                 *     }
                 */
                "application/json": components["schemas"]["NewCollection"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description `true` where the answer is that of an earlier call with the same key. */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        collection: components["schemas"]["Collection"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getReferencePage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    getReferenceFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                filename: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "text/css": string;
                    "text/javascript": string;
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEmbedTokens: {
        parameters: {
            query?: {
                /** @description Results per page. */
                _limit?: number;
                /** @description Results to skip. */
                _offset?: number;
                /** @description fieldName,ASC or fieldName,DESC. Fields: id, name, token, entryDate, deletedDate. */
                "_orderBy[]"?: string[];
                /** @description Words that name must contain. */
                _q?: string;
                /** @description Include soft-deleted records. */
                _withDeleted?: boolean;
                deletedDate?: string;
                entryDate?: string;
                id?: number;
                name?: string;
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        embedTokens: components["schemas"]["EmbedToken"][];
                        hasMore: boolean;
                        limit: number;
                        offset: number;
                        /** @description floor(offset / limit) */
                        page: number;
                        totalPages: number;
                        /** @description Records that match the filter, whatever the page and whatever is expanded. */
                        totalRecords: number;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteEmbedToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                embedTokenId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createEmbedToken: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Church website",
                 *       "allowedOrigins": [
                 *         "https://www.example.org"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewEmbedToken"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description `true` where the answer is that of an earlier call with the same key. */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        embedToken: components["schemas"]["EmbedToken"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getFile: {
        parameters: {
            query?: {
                /** @description 1 or true: save it rather than display it. */
                download?: string;
                /** @description Width of a smaller copy of an image, in pixels. */
                width?: "160" | "320" | "640" | "960" | "1280" | "1920";
            };
            header?: never;
            path: {
                accountId: string;
                filename: string;
                secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listItems: {
        parameters: {
            query?: {
                /** @description Related records to include. */
                "_expand[]"?: ("collection" | "series" | "speakers" | "scriptures" | "mediaAssets" | "resources" | "topics")[];
                /** @description Results per page. */
                _limit?: number;
                /** @description Results to skip. */
                _offset?: number;
                /** @description fieldName,ASC or fieldName,DESC. Fields: id, title, subTitle, description, shortDescription, date, collectionId, seriesId, orderInSeries, urlSlug, durationSecs, status, wizardStep, publishedDate, autoPublish, squareImgUrl, wideImgUrl, ultraWideImgUrl, verticalImgUrl, entryDate, suggestedDescription, suggestedShortDescription, errorMessage, indexedMediaAssetId, autoAcceptScriptures, autoAcceptMediaChapters, transcriptUrl, deletedDate. */
                "_orderBy[]"?: string[];
                /** @description Words that title, subTitle must contain. */
                _q?: string;
                /** @description Include soft-deleted records. */
                _withDeleted?: boolean;
                autoAcceptMediaChapters?: boolean;
                autoAcceptScriptures?: boolean;
                autoPublish?: boolean;
                collectionId?: number;
                date?: string;
                deletedDate?: string;
                description?: string;
                durationSecs?: number;
                entryDate?: string;
                errorMessage?: string;
                id?: number;
                indexedMediaAssetId?: number;
                orderInSeries?: number;
                publishedDate?: string;
                seriesId?: number;
                shortDescription?: string;
                speakerId?: number;
                squareImgUrl?: string;
                status?: "draft" | "queued" | "processing" | "ready" | "published" | "unpublished" | "error";
                subTitle?: string;
                suggestedDescription?: string;
                suggestedShortDescription?: string;
                title?: string;
                topicId?: number;
                transcriptUrl?: string;
                ultraWideImgUrl?: string;
                urlSlug?: string;
                verticalImgUrl?: string;
                wideImgUrl?: string;
                wizardStep?: "basicDetails" | "artwork" | "media" | "processing" | "finalize";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hasMore: boolean;
                        items: components["schemas"]["Item"][];
                        limit: number;
                        offset: number;
                        /** @description floor(offset / limit) */
                        page: number;
                        totalPages: number;
                        /** @description Records that match the filter, whatever the page and whatever is expanded. */
                        totalRecords: number;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getItem: {
        parameters: {
            query?: {
                /** @description Related records to include. */
                "_expand[]"?: ("collection" | "series" | "speakers" | "scriptures" | "mediaAssets" | "resources" | "topics")[];
                /** @description Find the record although it is soft-deleted. */
                _withDeleted?: boolean;
            };
            header?: never;
            path: {
                itemId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        item: components["schemas"]["Item"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                itemId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateItem: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                itemId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subTitle": "Psalm 23",
                 *       "speakers": [
                 *         {
                 *           "id": 5
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ItemChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        item: components["schemas"]["Item"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createItemArtwork: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                itemId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "variant": "wide",
                 *       "fileMimeType": "image/jpeg",
                 *       "fileSizeBytes": 183000
                 *     }
                 */
                "application/json": components["schemas"]["NewArtworkFile"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description `true` where the answer is that of an earlier call with the same key. */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        item: components["schemas"]["Item"];
                        uploadUrl: string;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteItemArtwork: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                itemId: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "variant": "wide"
                 *     }
                 */
                "application/json": components["schemas"]["UnusedArtwork"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        item: components["schemas"]["Item"];
                        /** @constant */
                        result: "success";
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMediaAssets: {
        parameters: {
            query?: {
                /** @description Related records to include. */
                "_expand[]"?: "item"[];
                /** @description Results per page. */
                _limit?: number;
                /** @description Results to skip. */
                _offset?: number;
                /** @description fieldName,ASC or fieldName,DESC. Fields: id, itemId, contentType, mimeType, variantTypeId, fileSizeBytes, durationSecs, bitrate, videoWidth, videoHeight, filename, originalFilename, externalPlatform, externalPlatformId, streamAssetId, streamPlaybackId, status, url, downloadUrl, entryDate, deletedDate. */
                "_orderBy[]"?: string[];
                /** @description Words that originalFilename, filename must contain. */
                _q?: string;
                /** @description Include soft-deleted records. */
                _withDeleted?: boolean;
                bitrate?: number;
                contentType?: "audio" | "video" | "text";
                deletedDate?: string;
                downloadUrl?: string;
                durationSecs?: number;
                entryDate?: string;
                externalPlatform?: "youtube" | "vimeo";
                externalPlatformId?: string;
                filename?: string;
                fileSizeBytes?: number;
                id?: number;
                itemId?: number;
                mimeType?: string;
                originalFilename?: string;
                status?: "created" | "uploaded" | "processing" | "ready" | "error";
                streamAssetId?: string;
                streamPlaybackId?: string;
                url?: string;
                variantTypeId?: number;
                videoHeight?: number;
                videoWidth?: number;
            };
            header?: never;
            path: {
                itemId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hasMore: boolean;
                        limit: number;
                        mediaAssets: components["schemas"]["MediaAsset"][];
                        offset: number;
                        /** @description floor(offset / limit) */
                        page: number;
                        totalPages: number;
                        /** @description Records that match the filter, whatever the page and whatever is expanded. */
                        totalRecords: number;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createMediaAsset: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                itemId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "contentType": "audio",
                 *       "mimeType": "audio/mpeg",
                 *       "fileSizeBytes": 29280000,
                 *       "originalFilename": "Good shepherd.mp3",
                 *       "durationSecs": 1830
                 *     }
                 */
                "application/json": components["schemas"]["NewMediaAsset"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description `true` where the answer is that of an earlier call with the same key. */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        mediaAsset: components["schemas"]["MediaAsset"];
                        uploadUrl: string | null;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    processItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                itemId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        item: components["schemas"]["Item"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    publishItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                itemId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        item: components["schemas"]["Item"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getRelatedItems: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path: {
                itemId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ItemRecord"][];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listResources: {
        parameters: {
            query?: {
                /** @description Results per page. */
                _limit?: number;
                /** @description Results to skip. */
                _offset?: number;
                /** @description fieldName,ASC or fieldName,DESC. Fields: id, itemId, title, subTitle, description, resourceTypeId, displayOrder, contentType, fileMimeType, fileSizeBytes, externalPlatform, externalPlatformId, thumbnailImgUrl, url, linkTarget, deletedDate. */
                "_orderBy[]"?: string[];
                /** @description Words that title, subTitle must contain. */
                _q?: string;
                /** @description Include soft-deleted records. */
                _withDeleted?: boolean;
                contentType?: "file" | "link" | "video";
                deletedDate?: string;
                description?: string;
                displayOrder?: number;
                externalPlatform?: "youtube" | "vimeo";
                externalPlatformId?: string;
                fileMimeType?: string;
                fileSizeBytes?: number;
                id?: number;
                itemId?: number;
                linkTarget?: string;
                resourceTypeId?: number;
                subTitle?: string;
                thumbnailImgUrl?: string;
                title?: string;
                url?: string;
            };
            header?: never;
            path: {
                itemId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hasMore: boolean;
                        limit: number;
                        offset: number;
                        /** @description floor(offset / limit) */
                        page: number;
                        resources: components["schemas"]["Resource"][];
                        totalPages: number;
                        /** @description Records that match the filter, whatever the page and whatever is expanded. */
                        totalRecords: number;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getResource: {
        parameters: {
            query?: {
                /** @description Find the record although it is soft-deleted. */
                _withDeleted?: boolean;
            };
            header?: never;
            path: {
                itemId: number;
                resourceId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        resource: components["schemas"]["Resource"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteResource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                itemId: number;
                resourceId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateResource: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                itemId: number;
                resourceId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Study guide"
                 *     }
                 */
                "application/json": components["schemas"]["ResourceChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        resource: components["schemas"]["Resource"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createResource: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                itemId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Study guide",
                 *       "contentType": "file",
                 *       "resourceTypeId": 4,
                 *       "fileMimeType": "application/pdf",
                 *       "fileSizeBytes": 48213,
                 *       "originalFilename": "guide.pdf"
                 *     }
                 */
                "application/json": components["schemas"]["NewResource"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description `true` where the answer is that of an earlier call with the same key. */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        resource: components["schemas"]["Resource"];
                        /** @description Of a file: where to PUT it. */
                        uploadUrl: string | null;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    restoreItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                itemId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        item: components["schemas"]["Item"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createScripture: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                itemId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "book": "JHN",
                 *       "chapter": 11,
                 *       "verseStart": 35,
                 *       "keyVerse": true
                 *     }
                 */
                "application/json": components["schemas"]["NewScripture"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description `true` where the answer is that of an earlier call with the same key. */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        scripture: components["schemas"]["Scripture"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTranscript: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                itemId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transcript"];
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putTranscript: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                itemId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "language": "en",
                 *       "segments": [
                 *         {
                 *           "text": "The Lord is my shepherd.",
                 *           "startMs": 0,
                 *           "endMs": 2400
                 *         },
                 *         {
                 *           "text": "I shall not want.",
                 *           "startMs": 2400,
                 *           "endMs": 4100
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewTranscript"];
                "application/x-subrip": string;
                "text/plain": string;
                "text/vtt": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        item: components["schemas"]["Item"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportTranscriptSrt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                itemId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-subrip": string;
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportTranscriptText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                itemId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportTranscriptVtt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                itemId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/vtt": string;
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    unpublishItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                itemId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        item: components["schemas"]["Item"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createItem: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "The Good Shepherd",
                 *       "date": "2026-03-01",
                 *       "collectionId": 1,
                 *       "seriesId": 3,
                 *       "speakers": [
                 *         {
                 *           "id": 5
                 *         }
                 *       ],
                 *       "topics": [
                 *         {
                 *           "id": 9
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewItem"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description `true` where the answer is that of an earlier call with the same key. */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        item: components["schemas"]["Item"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    logBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         {
                 *           "type": "mediaPlaybackEvent",
                 *           "eventId": "c5b1f2de-6a57-4d0c-9a0a-5b7d4f4c7d11",
                 *           "itemId": 12,
                 *           "mediaAssetId": 7,
                 *           "mediaAssetType": "Full video",
                 *           "playbackSessionId": "tab-8f2c1e",
                 *           "eventType": "progress",
                 *           "origin": "embed",
                 *           "currentPlaybackPositionSeconds": 512.5,
                 *           "totalPlaybackSeconds": 498,
                 *           "itemDurationSeconds": 2400,
                 *           "playbackRate": 1,
                 *           "isEmbedded": true
                 *         },
                 *         {
                 *           "type": "pageView",
                 *           "url": "https://www.example.org/sermons/the-dark-valley",
                 *           "itemId": 12
                 *         },
                 *         {
                 *           "type": "searchClick",
                 *           "searchId": "0b6f2c0e-6f0e-4a53-9d0c-0d2f1c1c6a11",
                 *           "itemId": 12,
                 *           "rank": 1,
                 *           "startMs": 512000
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    events: ({
                        currentPlaybackPositionSeconds: number;
                        /** @description Token of the embedding site, one of the account’s. */
                        embedToken?: string | null;
                        errorMessage?: string | null;
                        /** @description Makes a retry safe: the same id is counted once. */
                        eventId?: string | null;
                        /** @enum {string} */
                        eventType: "play" | "pause" | "seek" | "progress" | "end" | "error";
                        isEmbedded?: boolean | null;
                        itemDurationSeconds?: number | null;
                        itemId: number;
                        mediaAssetId: number;
                        /** @description Name of the variant type. */
                        mediaAssetType?: string | null;
                        /** @description When it happened, at most 7 days ago; without it the time of receipt. */
                        occurredAt?: string | null;
                        /**
                         * @description Where the player or page is.
                         * @enum {string}
                         */
                        origin: "embed" | "connect" | "console";
                        playbackRate?: number | null;
                        /** @description Made by the client, one for each browser tab. */
                        playbackSessionId: string;
                        searchId?: string | null;
                        /** @description Seconds played since the session began. */
                        totalPlaybackSeconds?: number | null;
                        /** @constant */
                        type: "mediaPlaybackEvent";
                        /** @description Hashed with the address, and dropped. */
                        userAgent?: string | null;
                        /** @description Hashed to count visitors, and dropped. */
                        visitorIp?: (string) | null;
                    } | {
                        collectionId?: number | null;
                        /** @description Token of the embedding site, one of the account’s. */
                        embedToken?: string | null;
                        /** @description Makes a retry safe: the same id is counted once. */
                        eventId?: string | null;
                        itemId?: number | null;
                        /** @description When it happened, at most 7 days ago; without it the time of receipt. */
                        occurredAt?: string | null;
                        origin?: ("embed" | "connect" | "console") | null;
                        /** @description Where the visitor came from; only its origin is kept. */
                        referrer?: string | null;
                        searchId?: string | null;
                        seriesId?: number | null;
                        /** @constant */
                        type: "pageView";
                        /** @description Of the page; what follows ? or # is not kept. */
                        url: string;
                        /** @description Hashed with the address, and dropped. */
                        userAgent?: string | null;
                        /** @description Hashed to count visitors, and dropped. */
                        visitorIp?: (string) | null;
                    } | {
                        /** @description Token of the embedding site, one of the account’s. */
                        embedToken?: string | null;
                        /** @description Makes a retry safe: the same id is counted once. */
                        eventId?: string | null;
                        itemId: number;
                        /** @description When it happened, at most 7 days ago; without it the time of receipt. */
                        occurredAt?: string | null;
                        origin?: ("embed" | "connect" | "console") | null;
                        /** @description Place in the results, the first is 1. */
                        rank: number;
                        /**
                         * Format: uuid
                         * @description The `searchId` of the search that led here.
                         */
                        searchId: string;
                        /** @description Where the chosen passage begins. */
                        startMs?: number | null;
                        /** @constant */
                        type: "searchClick";
                        /** @description Hashed with the address, and dropped. */
                        userAgent?: string | null;
                        /** @description Hashed to count visitors, and dropped. */
                        visitorIp?: (string) | null;
                    })[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventBatchResponse"];
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    logMediaPlaybackEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventId": "c5b1f2de-6a57-4d0c-9a0a-5b7d4f4c7d11",
                 *       "itemId": 12,
                 *       "mediaAssetId": 7,
                 *       "mediaAssetType": "Full video",
                 *       "playbackSessionId": "tab-8f2c1e",
                 *       "eventType": "progress",
                 *       "origin": "embed",
                 *       "currentPlaybackPositionSeconds": 512.5,
                 *       "totalPlaybackSeconds": 498,
                 *       "itemDurationSeconds": 2400,
                 *       "playbackRate": 1,
                 *       "isEmbedded": true
                 *     }
                 */
                "application/json": components["schemas"]["NewMediaPlaybackEvent"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        mediaPlaybackEventId: string;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    logPageView: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://www.example.org/sermons/the-dark-valley",
                 *       "itemId": 12
                 *     }
                 */
                "application/json": components["schemas"]["NewPageView"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        pageViewId: string;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMediaAsset: {
        parameters: {
            query?: {
                /** @description Related records to include. */
                "_expand[]"?: "item"[];
                /** @description Find the record although it is soft-deleted. */
                _withDeleted?: boolean;
            };
            header?: never;
            path: {
                mediaAssetId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        mediaAsset: components["schemas"]["MediaAsset"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteMediaAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                mediaAssetId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateMediaAsset: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                mediaAssetId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "durationSecs": 1830
                 *     }
                 */
                "application/json": components["schemas"]["MediaAssetChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        mediaAsset: components["schemas"]["MediaAsset"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listChapters: {
        parameters: {
            query?: {
                /** @description Results per page. */
                _limit?: number;
                /** @description Results to skip. */
                _offset?: number;
                /** @description fieldName,ASC or fieldName,DESC. Fields: id, itemId, mediaAssetId, title, startMs, suggested, accepted, hidden, deletedDate. */
                "_orderBy[]"?: string[];
                /** @description Words that title must contain. */
                _q?: string;
                /** @description Include soft-deleted records. */
                _withDeleted?: boolean;
                accepted?: boolean;
                deletedDate?: string;
                hidden?: boolean;
                id?: number;
                itemId?: number;
                mediaAssetId?: number;
                startMs?: number;
                suggested?: boolean;
                title?: string;
            };
            header?: never;
            path: {
                mediaAssetId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        chapters: components["schemas"]["Chapter"][];
                        hasMore: boolean;
                        limit: number;
                        offset: number;
                        /** @description floor(offset / limit) */
                        page: number;
                        totalPages: number;
                        /** @description Records that match the filter, whatever the page and whatever is expanded. */
                        totalRecords: number;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createChapter: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                mediaAssetId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "The valley",
                 *       "startMs": 615000
                 *     }
                 */
                "application/json": components["schemas"]["NewChapter"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description `true` where the answer is that of an earlier call with the same key. */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        chapter: components["schemas"]["Chapter"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    mediaAssetUploaded: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                mediaAssetId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        mediaAsset: components["schemas"]["MediaAsset"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getChapter: {
        parameters: {
            query?: {
                /** @description Find the record although it is soft-deleted. */
                _withDeleted?: boolean;
            };
            header?: never;
            path: {
                chapterId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        chapter: components["schemas"]["Chapter"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteChapter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                chapterId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateChapter: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                chapterId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accepted": true
                 *     }
                 */
                "application/json": components["schemas"]["ChapterChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        chapter: components["schemas"]["Chapter"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    listResourceTypes: {
        parameters: {
            query?: {
                /** @description Results per page. */
                _limit?: number;
                /** @description Results to skip. */
                _offset?: number;
                /** @description fieldName,ASC or fieldName,DESC. Fields: id, name, displayOrder, deletedDate. */
                "_orderBy[]"?: string[];
                /** @description Words that name must contain. */
                _q?: string;
                /** @description Include soft-deleted records. */
                _withDeleted?: boolean;
                deletedDate?: string;
                displayOrder?: number;
                id?: number;
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hasMore: boolean;
                        limit: number;
                        offset: number;
                        /** @description floor(offset / limit) */
                        page: number;
                        resourceTypes: components["schemas"]["ResourceType"][];
                        totalPages: number;
                        /** @description Records that match the filter, whatever the page and whatever is expanded. */
                        totalRecords: number;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getResourceType: {
        parameters: {
            query?: {
                /** @description Find the record although it is soft-deleted. */
                _withDeleted?: boolean;
            };
            header?: never;
            path: {
                resourceTypeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        resourceType: components["schemas"]["ResourceType"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteResourceType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                resourceTypeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateResourceType: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                resourceTypeId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "displayOrder": 1
                 *     }
                 */
                "application/json": components["schemas"]["ResourceTypeChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        resourceType: components["schemas"]["ResourceType"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createResourceType: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Handouts"
                 *     }
                 */
                "application/json": components["schemas"]["NewResourceType"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description `true` where the answer is that of an earlier call with the same key. */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        resourceType: components["schemas"]["ResourceType"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listScriptures: {
        parameters: {
            query?: {
                /** @description Results per page. */
                _limit?: number;
                /** @description Results to skip. */
                _offset?: number;
                /** @description fieldName,ASC or fieldName,DESC. Fields: id, itemId, book, bookName, chapter, verseStart, verseEnd, keyVerse, suggested, accepted, displayOrder, citation, deletedDate. */
                "_orderBy[]"?: string[];
                /** @description Words that bookName must contain. */
                _q?: string;
                /** @description Include soft-deleted records. */
                _withDeleted?: boolean;
                accepted?: boolean;
                book?: "GEN" | "EXO" | "LEV" | "NUM" | "DEU" | "JOS" | "JDG" | "RUT" | "1SA" | "2SA" | "1KI" | "2KI" | "1CH" | "2CH" | "EZR" | "NEH" | "EST" | "JOB" | "PSA" | "PRO" | "ECC" | "SNG" | "ISA" | "JER" | "LAM" | "EZK" | "DAN" | "HOS" | "JOL" | "AMO" | "OBA" | "JON" | "MIC" | "NAM" | "HAB" | "ZEP" | "HAG" | "ZEC" | "MAL" | "MAT" | "MRK" | "LUK" | "JHN" | "ACT" | "ROM" | "1CO" | "2CO" | "GAL" | "EPH" | "PHP" | "COL" | "1TH" | "2TH" | "1TI" | "2TI" | "TIT" | "PHM" | "HEB" | "JAS" | "1PE" | "2PE" | "1JN" | "2JN" | "3JN" | "JUD" | "REV";
                bookName?: string;
                chapter?: number;
                citation?: string;
                deletedDate?: string;
                displayOrder?: number;
                id?: number;
                itemId?: number;
                keyVerse?: boolean;
                suggested?: boolean;
                /** @description Adds `text` in this translation: American Standard Version or King James Version. */
                translation?: "asv" | "kjv";
                verseEnd?: number;
                verseStart?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hasMore: boolean;
                        limit: number;
                        offset: number;
                        /** @description floor(offset / limit) */
                        page: number;
                        scriptures: components["schemas"]["Scripture"][];
                        totalPages: number;
                        /** @description Records that match the filter, whatever the page and whatever is expanded. */
                        totalRecords: number;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getScripture: {
        parameters: {
            query?: {
                /** @description Find the record although it is soft-deleted. */
                _withDeleted?: boolean;
                /** @description Adds `text` in this translation: American Standard Version or King James Version. */
                translation?: "asv" | "kjv";
            };
            header?: never;
            path: {
                scriptureId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        scripture: components["schemas"]["Scripture"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteScripture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scriptureId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateScripture: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                scriptureId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accepted": true,
                 *       "displayOrder": 1
                 *     }
                 */
                "application/json": components["schemas"]["ScriptureChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        scripture: components["schemas"]["Scripture"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSeries: {
        parameters: {
            query?: {
                /** @description Related records to include. */
                "_expand[]"?: ("collection" | "items")[];
                /** @description Results per page. */
                _limit?: number;
                /** @description Results to skip. */
                _offset?: number;
                /** @description fieldName,ASC or fieldName,DESC. Fields: id, title, subTitle, collectionId, description, shortDescription, sortOrder, itemSortDirection, showItemOrderInSeries, urlSlug, colorHex, squareImgUrl, wideImgUrl, ultraWideImgUrl, verticalImgUrl, published, deletedDate. */
                "_orderBy[]"?: string[];
                /** @description Words that title, subTitle must contain. */
                _q?: string;
                /** @description Include soft-deleted records. */
                _withDeleted?: boolean;
                collectionId?: number;
                colorHex?: string;
                deletedDate?: string;
                description?: string;
                id?: number;
                itemSortDirection?: "ASC" | "DESC";
                published?: boolean;
                shortDescription?: string;
                showItemOrderInSeries?: boolean;
                sortOrder?: number;
                squareImgUrl?: string;
                subTitle?: string;
                title?: string;
                ultraWideImgUrl?: string;
                urlSlug?: string;
                verticalImgUrl?: string;
                wideImgUrl?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hasMore: boolean;
                        limit: number;
                        offset: number;
                        /** @description floor(offset / limit) */
                        page: number;
                        series: components["schemas"]["Series"][];
                        totalPages: number;
                        /** @description Records that match the filter, whatever the page and whatever is expanded. */
                        totalRecords: number;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSeries: {
        parameters: {
            query?: {
                /** @description Related records to include. */
                "_expand[]"?: ("collection" | "items")[];
                /** @description Find the record although it is soft-deleted. */
                _withDeleted?: boolean;
            };
            header?: never;
            path: {
                seriesId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        series: components["schemas"]["Series"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteSeries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                seriesId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateSeries: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                seriesId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "itemSortDirection": "DESC"
                 *     }
                 */
                "application/json": components["schemas"]["SeriesChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        series: components["schemas"]["Series"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createSeriesArtwork: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                seriesId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "variant": "wide",
                 *       "fileMimeType": "image/jpeg",
                 *       "fileSizeBytes": 183000
                 *     }
                 */
                "application/json": components["schemas"]["NewArtworkFile"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description `true` where the answer is that of an earlier call with the same key. */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        series: components["schemas"]["Series"];
                        uploadUrl: string;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteSeriesArtwork: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                seriesId: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "variant": "wide"
                 *     }
                 */
                "application/json": components["schemas"]["UnusedArtwork"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        result: "success";
                        series: components["schemas"]["Series"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createSeries: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Songs for the Road",
                 *       "collectionId": 1,
                 *       "colorHex": "#336699"
                 *     }
                 */
                "application/json": components["schemas"]["NewSeries"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description `true` where the answer is that of an earlier call with the same key. */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        series: components["schemas"]["Series"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSpeakers: {
        parameters: {
            query?: {
                /** @description Related records to include. */
                "_expand[]"?: "items"[];
                /** @description Results per page. */
                _limit?: number;
                /** @description Results to skip. */
                _offset?: number;
                /** @description fieldName,ASC or fieldName,DESC. Fields: id, name, bio, imageUrl, imageFilename, itemCount, deletedDate. */
                "_orderBy[]"?: string[];
                /** @description Words that name must contain. */
                _q?: string;
                /** @description Include soft-deleted records. */
                _withDeleted?: boolean;
                bio?: string;
                deletedDate?: string;
                id?: number;
                imageFilename?: string;
                imageUrl?: string;
                itemCount?: number;
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hasMore: boolean;
                        limit: number;
                        offset: number;
                        /** @description floor(offset / limit) */
                        page: number;
                        speakers: components["schemas"]["Speaker"][];
                        totalPages: number;
                        /** @description Records that match the filter, whatever the page and whatever is expanded. */
                        totalRecords: number;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSpeaker: {
        parameters: {
            query?: {
                /** @description Related records to include. */
                "_expand[]"?: "items"[];
                /** @description Find the record although it is soft-deleted. */
                _withDeleted?: boolean;
            };
            header?: never;
            path: {
                speakerId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        speaker: components["schemas"]["Speaker"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteSpeaker: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                speakerId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateSpeaker: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                speakerId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "bio": "Pastor, beekeeper."
                 *     }
                 */
                "application/json": components["schemas"]["SpeakerChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        speaker: components["schemas"]["Speaker"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    uploadSpeakerImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                speakerId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    image: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description As stored; the same as imageFilename. */
                        filename: string;
                        speakerId: number;
                        /** @description Full URL of the image; the same as imageUrl. */
                        url: string;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createSpeaker: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Miriam Adler",
                 *       "bio": "Pastor, beekeeper."
                 *     }
                 */
                "application/json": components["schemas"]["NewSpeaker"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description `true` where the answer is that of an earlier call with the same key. */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        speaker: components["schemas"]["Speaker"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportStats: {
        parameters: {
            query: {
                /** @description Only items of this collection. */
                collectionId?: number;
                /** @description CSV, JSON lines or Parquet. */
                format?: "csv" | "jsonl" | "parquet";
                /** @description First day in the account's time zone, instead of `range`. */
                from?: string;
                /** @description Only this item. */
                itemId?: number;
                /** @description The current calendar unit to date in the account's time zone. A week starts on Sunday, an isoWeek on Monday. `week` unless days are given. */
                range?: "day" | "week" | "isoWeek" | "month" | "quarter" | "year";
                /** @description A report, whole, or the raw `events` of the period. `retention` needs an `itemId`. */
                report: "overview" | "page-views" | "top-items" | "trending-topics" | "searches" | "retention" | "events";
                /** @description Only items of this series. */
                seriesId?: number;
                /** @description Only items with this speaker. */
                speakerId?: number;
                /** @description Last day, included; today where it is absent. */
                to?: string;
                /** @description Of `events`; `mediaPlaybackEvent` unless it is given. */
                type?: "mediaPlaybackEvent" | "pageView" | "search" | "searchClick";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.apache.parquet": string;
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getRetention: {
        parameters: {
            query?: {
                /** @description First day in the account's time zone, instead of `range`. */
                from?: string;
                /** @description The current calendar unit to date in the account's time zone. A week starts on Sunday, an isoWeek on Monday. `week` unless days are given. */
                range?: "day" | "week" | "isoWeek" | "month" | "quarter" | "year";
                /** @description Last day, included; today where it is absent. */
                to?: string;
            };
            header?: never;
            path: {
                itemId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        range: components["schemas"]["StatsRange"];
                        retention: components["schemas"]["Retention"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getStatsOverview: {
        parameters: {
            query?: {
                /** @description Only items of this collection. */
                collectionId?: number;
                /** @description First day in the account's time zone, instead of `range`. */
                from?: string;
                /** @description Only this item. */
                itemId?: number;
                /** @description The current calendar unit to date in the account's time zone. A week starts on Sunday, an isoWeek on Monday. `week` unless days are given. */
                range?: "day" | "week" | "isoWeek" | "month" | "quarter" | "year";
                /** @description Only items of this series. */
                seriesId?: number;
                /** @description Only items with this speaker. */
                speakerId?: number;
                /** @description Last day, included; today where it is absent. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        overview: components["schemas"]["Overview"];
                        range: components["schemas"]["StatsRange"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPageViews: {
        parameters: {
            query?: {
                /** @description Only items of this collection. */
                collectionId?: number;
                /** @description First day in the account's time zone, instead of `range`. */
                from?: string;
                /** @description Only this item. */
                itemId?: number;
                /** @description The current calendar unit to date in the account's time zone. A week starts on Sunday, an isoWeek on Monday. `week` unless days are given. */
                range?: "day" | "week" | "isoWeek" | "month" | "quarter" | "year";
                /** @description Only items of this series. */
                seriesId?: number;
                /** @description Only items with this speaker. */
                speakerId?: number;
                /** @description Last day, included; today where it is absent. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        pageViews: components["schemas"]["PageViews"];
                        range: components["schemas"]["StatsRange"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSearchStats: {
        parameters: {
            query?: {
                /** @description The same as `limit`. */
                _limit?: number;
                /** @description The same as `offset`. */
                _offset?: number;
                /** @description Only items of this collection. */
                collectionId?: number;
                /** @description First day in the account's time zone, instead of `range`. */
                from?: string;
                /** @description Only this item. */
                itemId?: number;
                limit?: number;
                offset?: number;
                /** @description The current calendar unit to date in the account's time zone. A week starts on Sunday, an isoWeek on Monday. `week` unless days are given. */
                range?: "day" | "week" | "isoWeek" | "month" | "quarter" | "year";
                /** @description Only items of this series. */
                seriesId?: number;
                /** @description Falling; `searches` unless it is given. */
                sort?: "searches" | "withoutResults" | "clickThroughRate";
                /** @description Only items with this speaker. */
                speakerId?: number;
                /** @description Last day, included; today where it is absent. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hasMore: boolean;
                        limit: number;
                        offset: number;
                        /** @description floor(offset / limit) */
                        page: number;
                        queries: components["schemas"]["QueryMetrics"][];
                        range: components["schemas"]["StatsRange"];
                        total: components["schemas"]["SearchMetrics"];
                        totalPages: number;
                        /** @description Records that match the filter, whatever the page and whatever is expanded. */
                        totalRecords: number;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTopItems: {
        parameters: {
            query?: {
                /** @description The same as `limit`. */
                _limit?: number;
                /** @description The same as `offset`. */
                _offset?: number;
                /** @description Only items of this collection. */
                collectionId?: number;
                /** @description First day in the account's time zone, instead of `range`. */
                from?: string;
                /** @description Only this item. */
                itemId?: number;
                limit?: number;
                offset?: number;
                /** @description The current calendar unit to date in the account's time zone. A week starts on Sunday, an isoWeek on Monday. `week` unless days are given. */
                range?: "day" | "week" | "isoWeek" | "month" | "quarter" | "year";
                /** @description Only items of this series. */
                seriesId?: number;
                /** @description Falling; `plays` unless it is given. */
                sort?: "plays" | "watchSeconds" | "averageCompletion" | "pageViews";
                /** @description Only items with this speaker. */
                speakerId?: number;
                /** @description Last day, included; today where it is absent. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hasMore: boolean;
                        items: components["schemas"]["TopItem"][];
                        limit: number;
                        offset: number;
                        /** @description floor(offset / limit) */
                        page: number;
                        range: components["schemas"]["StatsRange"];
                        totalPages: number;
                        /** @description Records that match the filter, whatever the page and whatever is expanded. */
                        totalRecords: number;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTrendingTopics: {
        parameters: {
            query?: {
                /** @description The same as `limit`. */
                _limit?: number;
                /** @description The same as `offset`. */
                _offset?: number;
                /** @description Only items of this collection. */
                collectionId?: number;
                /** @description First day in the account's time zone, instead of `range`. */
                from?: string;
                /** @description Only this item. */
                itemId?: number;
                limit?: number;
                offset?: number;
                /** @description The current calendar unit to date in the account's time zone. A week starts on Sunday, an isoWeek on Monday. `week` unless days are given. */
                range?: "day" | "week" | "isoWeek" | "month" | "quarter" | "year";
                /** @description Only items of this series. */
                seriesId?: number;
                /** @description Only items with this speaker. */
                speakerId?: number;
                /** @description Last day, included; today where it is absent. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        range: components["schemas"]["StatsRange"];
                        trendingTopics: components["schemas"]["TrendingTopic"][];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTokens: {
        parameters: {
            query?: {
                /** @description Results per page. */
                _limit?: number;
                /** @description Results to skip. */
                _offset?: number;
                /** @description fieldName,ASC or fieldName,DESC. Fields: id, name, expiresAt, revokedAt, entryDate. */
                "_orderBy[]"?: string[];
                /** @description Words that name must contain. */
                _q?: string;
                /** @description Include soft-deleted records. */
                _withDeleted?: boolean;
                entryDate?: string;
                expiresAt?: string;
                id?: number;
                name?: string;
                revokedAt?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hasMore: boolean;
                        limit: number;
                        offset: number;
                        /** @description floor(offset / limit) */
                        page: number;
                        tokens: components["schemas"]["Token"][];
                        totalPages: number;
                        /** @description Records that match the filter, whatever the page and whatever is expanded. */
                        totalRecords: number;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tokenId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Website build",
                 *       "scopes": [
                 *         "content:read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewToken"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description `true` where the answer is that of an earlier call with the same key. */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        secret: string;
                        token: components["schemas"]["Token"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTopics: {
        parameters: {
            query?: {
                /** @description Results per page. */
                _limit?: number;
                /** @description Results to skip. */
                _offset?: number;
                /** @description fieldName,ASC or fieldName,DESC. Fields: id, name, displayOrder, itemCount, deletedDate. */
                "_orderBy[]"?: string[];
                /** @description Words that name must contain. */
                _q?: string;
                /** @description Include soft-deleted records. */
                _withDeleted?: boolean;
                deletedDate?: string;
                displayOrder?: number;
                id?: number;
                itemCount?: number;
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hasMore: boolean;
                        limit: number;
                        offset: number;
                        /** @description floor(offset / limit) */
                        page: number;
                        topics: components["schemas"]["Topic"][];
                        totalPages: number;
                        /** @description Records that match the filter, whatever the page and whatever is expanded. */
                        totalRecords: number;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTopic: {
        parameters: {
            query?: {
                /** @description Find the record although it is soft-deleted. */
                _withDeleted?: boolean;
            };
            header?: never;
            path: {
                topicId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        topic: components["schemas"]["Topic"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteTopic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                topicId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateTopic: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                topicId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "displayOrder": 1
                 *     }
                 */
                "application/json": components["schemas"]["TopicChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        topic: components["schemas"]["Topic"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createTopic: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Grief"
                 *     }
                 */
                "application/json": components["schemas"]["NewTopic"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description `true` where the answer is that of an earlier call with the same key. */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        topic: components["schemas"]["Topic"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    uploadFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
                secret: string;
                uploadId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getVariantType: {
        parameters: {
            query?: {
                /** @description Find the record although it is soft-deleted. */
                _withDeleted?: boolean;
            };
            header?: never;
            path: {
                variantTypeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        variantType: components["schemas"]["MediaVariantType"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteVariantType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                variantTypeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateVariantType: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                variantTypeId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "displayOrder": 1
                 *     }
                 */
                "application/json": components["schemas"]["MediaVariantTypeChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        variantType: components["schemas"]["MediaVariantType"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Results per page. */
                _limit?: number;
                /** @description Results to skip. */
                _offset?: number;
                /** @description fieldName,ASC or fieldName,DESC. Fields: id, url, description, enabled, entryDate, deletedDate. */
                "_orderBy[]"?: string[];
                /** @description Words that url, description must contain. */
                _q?: string;
                /** @description Include soft-deleted records. */
                _withDeleted?: boolean;
                deletedDate?: string;
                description?: string;
                enabled?: boolean;
                entryDate?: string;
                id?: number;
                url?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hasMore: boolean;
                        limit: number;
                        offset: number;
                        /** @description floor(offset / limit) */
                        page: number;
                        totalPages: number;
                        /** @description Records that match the filter, whatever the page and whatever is expanded. */
                        totalRecords: number;
                        webhooks: components["schemas"]["Webhook"][];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: {
                /** @description Find the record although it is soft-deleted. */
                _withDeleted?: boolean;
            };
            header?: never;
            path: {
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["WebhookChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Results per page. */
                _limit?: number;
                /** @description Results to skip. */
                _offset?: number;
                /** @description fieldName,ASC or fieldName,DESC. Fields: id, webhookId, eventId, eventType, status, attempts, responseStatus, lastError, entryDate, nextAttemptDate, deliveredDate. */
                "_orderBy[]"?: string[];
                /** @description Words that eventType, lastError must contain. */
                _q?: string;
                /** @description Include soft-deleted records. */
                _withDeleted?: boolean;
                attempts?: number;
                deliveredDate?: string;
                entryDate?: string;
                eventId?: string;
                eventType?: "item.ready" | "item.published" | "item.updated" | "item.unpublished" | "item.deleted" | "item.error" | "ping";
                id?: number;
                lastError?: string;
                nextAttemptDate?: string;
                responseStatus?: number;
                status?: "waiting" | "delivered" | "failed";
                webhookId?: number;
            };
            header?: never;
            path: {
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["WebhookDelivery"][];
                        hasMore: boolean;
                        limit: number;
                        offset: number;
                        /** @description floor(offset / limit) */
                        page: number;
                        totalPages: number;
                        /** @description Records that match the filter, whatever the page and whatever is expanded. */
                        totalRecords: number;
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookDeliveryId: number;
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        delivery: components["schemas"]["WebhookDeliveryWithPayload"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookDeliveryId: number;
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        delivery: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    pingWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        delivery: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Signs the deliveries; shown in this answer only. */
                        secret: string;
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://site.example.org/hooks/lectern",
                 *       "events": [
                 *         "item.published",
                 *         "item.updated",
                 *         "item.unpublished",
                 *         "item.deleted"
                 *       ],
                 *       "description": "Rebuilds the site"
                 *     }
                 */
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description `true` where the answer is that of an earlier call with the same key. */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Signs the deliveries; shown in this answer only. */
                        secret: string;
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
            /** @description A refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
