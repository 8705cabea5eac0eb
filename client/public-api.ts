/** Types of the Lectern public search API, made by `npm run client` from its OpenAPI document. */

export interface paths {
    "/collections/{collectionId}/feed.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The published items of a collection as a podcast feed
         * @description RSS 2.0 with the iTunes and podcast namespaces: enclosures, transcripts, chapters, persons. The newest 300 items first; `atom:link` with `next` leads to older ones (RFC 5005).
         */
        get: operations["getCollectionFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a public site needs to know of the account */
        get: operations["getPublicConfig"];
        put?: never;
        post?: never;
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
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events from a browser
         * @description Up to 1000 events. One that is wrong stops none of the others: `ids` are in the order of the events, null where one was refused, and `errors` say why. Events are taken from the account’s own site by its origin, and from others with an `embedToken` that is for their origin. Known robots are answered and not counted. Calls of one address are limited, and the events in them.
         */
        post: operations["sendEvents"];
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
    "/items/{itemId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a published item */
        get: operations["getPublicItem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{itemId}/chapters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The chapters of a published item
         * @description By time, without those that are hidden. Of the media asset that was indexed for search, or where it has none, of the first that has.
         */
        get: operations["getPublicChapters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{itemId}/chapters.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Chapters of a published item as JSON chapters
         * @description The format of the podcast namespace, version 1.2. Where several media have chapters, those of the file that the feeds offer.
         */
        get: operations["getJsonChapters"];
        put?: never;
        post?: never;
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
         * Published items nearest by content
         * @description Empty while the search index is away.
         */
        get: operations["getRelatedPublicItems"];
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
         * The transcript of a published item as WebVTT
         * @description 422 InvalidStateError where the item has no transcript.
         */
        get: operations["getPublicTranscript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/by-slug/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a published item by its slug
         * @description The newest where several collections have an item of that slug.
         */
        get: operations["getPublicItemBySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oembed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How to embed the item that an address names
         * @description oEmbed 1.0. `url` is the page of a published item (`publicSiteUrl` and `itemPagePath` of the account’s settings) or the item’s own address on this host. A video or audio file comes with a player, anything else as a link. `format=xml` is answered 501.
         */
        get: operations["getOEmbed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
    "/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search by meaning and by words
         * @description Results are items; their passages say where in them. A scripture reference in `q` ("jn 3:16", "first corinthians 13") is understood: items with that scripture come first. Where meaning cannot be asked, words answer and `mode` says `keyword`.
         */
        get: operations["search"];
        put?: never;
        /**
         * Search, with the parameters as JSON
         * @description Results are items; their passages say where in them. A scripture reference in `q` ("jn 3:16", "first corinthians 13") is understood: items with that scripture come first. Where meaning cannot be asked, words answer and `mode` says `keyword`.
         */
        post: operations["searchByBody"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggestions while a search is being typed
         * @description Titles of published items, and speakers, series, topics and Bible references that have some. Every word counts, in any order, whole or begun; a word of four letters may hold one typo, one of eight two.
         */
        get: operations["suggest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/series/{seriesId}/feed.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The published items of a series as a podcast feed
         * @description RSS 2.0 with the iTunes and podcast namespaces: enclosures, transcripts, chapters, persons. The newest 300 items first; `atom:link` with `next` leads to older ones (RFC 5005).
         */
        get: operations["getSeriesFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sitemap.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The pages of all published items as a sitemap
         * @description sitemaps.org 0.9. Of more than 10,000 items it is an index of sitemaps, which are at `?page=1` and on. A site on another host names it in its robots.txt.
         */
        get: operations["getSitemap"];
        put?: never;
        post?: never;
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
        FoundPassage: {
            endMs: number | null;
            /** @description Where the words of the query stand in `text`: start and end, in UTF-16 units. */
            highlights: [
                number,
                number
            ][];
            mediaAssetId: number | null;
            /** @description 0 to 1, comparable within one answer. */
            score: number;
            startMs: number | null;
            text: string;
        };
        JsonChapters: {
            chapters: {
                /** @description Seconds. */
                startTime: number;
                title: string;
            }[];
            title: string;
            /** @constant */
            version: "1.2.0";
        };
        OEmbed: {
            author_name?: string;
            /** @description Seconds. */
            cache_age: number;
            height?: number;
            html?: string;
            provider_name: string;
            provider_url: string;
            thumbnail_height?: number;
            thumbnail_url?: string;
            thumbnail_width?: number;
            title: string;
            /** @enum {string} */
            type: "video" | "rich" | "link";
            /** @constant */
            version: "1.0";
            width?: number;
        };
        PublicChapter: {
            id: number;
            mediaAssetId: number;
            /** @description Milliseconds from the start. */
            startMs: number;
            title: string;
        };
        PublicCollection: {
            /** @enum {string} */
            contentFormat: "sermon" | "interview";
            id: number;
            /** @enum {string} */
            itemDescriptor: "sermon" | "message" | "teaching" | "episode";
            name: string;
        };
        PublicConfig: {
            account: {
                name: string;
                publicSiteUrl: string | null;
                shortName: string;
                timeZone: string;
            };
            collections: components["schemas"]["PublicCollection"][];
            player: {
                defaultTranslation: string;
                respectDoNotTrack: boolean;
            };
            series: components["schemas"]["PublicSeries"][];
            speakers: {
                id: number;
                imageUrl: string | null;
                itemCount: number;
                name: string;
            }[];
            topics: {
                id: number;
                itemCount: number;
                name: string;
            }[];
        };
        PublicItem: {
            collection: components["schemas"]["PublicCollection"] | null;
            /** Format: date */
            date: string;
            durationSecs: number | null;
            id: number;
            scriptures: components["schemas"]["PublicScripture"][];
            series: components["schemas"]["PublicSeries"] | null;
            shortDescription: string | null;
            speakers: components["schemas"]["PublicSpeaker"][];
            squareImgUrl: string | null;
            subTitle: string | null;
            title: string;
            topics: components["schemas"]["PublicTopic"][];
            ultraWideImgUrl: string | null;
            urlSlug: string | null;
            verticalImgUrl: string | null;
            wideImgUrl: string | null;
        };
        PublicItemDetail: {
            collection: components["schemas"]["PublicCollection"] | null;
            /** Format: date */
            date: string;
            description: string | null;
            durationSecs: number | null;
            id: number;
            /** @description The item as schema.org structured data. Write `<` as `\u003c` where it goes into a `<script>` of a page. */
            jsonLd: {
                [key: string]: unknown;
            };
            mediaAssets: components["schemas"]["PublicMediaAsset"][];
            orderInSeries: number | null;
            publishedDate: string | null;
            /** @description In their order, without files that are not there yet. */
            resources: components["schemas"]["PublicResource"][];
            scriptures: components["schemas"]["PublicScripture"][];
            series: components["schemas"]["PublicSeries"] | null;
            shortDescription: string | null;
            speakers: components["schemas"]["PublicSpeaker"][];
            squareImgUrl: string | null;
            subTitle: string | null;
            title: string;
            topics: components["schemas"]["PublicTopic"][];
            ultraWideImgUrl: string | null;
            urlSlug: string | null;
            verticalImgUrl: string | null;
            wideImgUrl: string | null;
        };
        PublicMediaAsset: {
            contentType: string;
            durationSecs: number | null;
            externalPlatform: string | null;
            externalPlatformId: string | null;
            id: number;
            mimeType: string | null;
            streamPlaybackId: string | null;
            url: string | null;
        };
        PublicResource: {
            /**
             * @description Fixed after creation.
             * @enum {string}
             */
            contentType: "file" | "link" | "video";
            description: string | null;
            /** @description Of videos. */
            externalPlatform: ("youtube" | "vimeo") | null;
            /** @description Of videos. */
            externalPlatformId: string | null;
            /** @description Of files. */
            fileMimeType: string | null;
            /** @description Of files. */
            fileSizeBytes: number | null;
            id: number;
            /** @description Of links. */
            linkTarget: string | null;
            resourceType: {
                id: number;
                name: string;
            } | null;
            subTitle: string | null;
            /** @description A still of the video, where its platform gives one; else null. */
            thumbnailImgUrl: string | null;
            title: string;
            /** @description What a browser opens, without a token: the file once it is uploaded (null until then), the target of a link, the page of a video. */
            url: string | null;
        };
        PublicScripture: {
            /** @description USFM book code, e.g. JHN. */
            book: string;
            bookName: string;
            chapter: number;
            citation: string;
            keyVerse: boolean;
            verseEnd: number;
            verseStart: number;
        };
        PublicSeries: {
            collectionId: number;
            colorHex: string | null;
            id: number;
            shortDescription: string | null;
            squareImgUrl: string | null;
            subTitle: string | null;
            title: string;
            ultraWideImgUrl: string | null;
            urlSlug: string | null;
            verticalImgUrl: string | null;
            wideImgUrl: string | null;
        };
        PublicSpeaker: {
            id: number;
            imageUrl: string | null;
            name: string;
        };
        PublicTopic: {
            id: number;
            name: string;
        };
        /** @description The facets that were asked for, over the items that totalRecords counts: the hundred most frequent values of each, most first. */
        SearchFacets: {
            /** @description `value` is a USFM book code. */
            book?: {
                count: number;
                name: string;
                value: string;
            }[];
            /** @description `value` is a collectionId. */
            collection?: {
                count: number;
                name: string;
                value: number;
            }[];
            /** @description `value` is a seriesId; items without a series are not counted. */
            series?: {
                count: number;
                name: string;
                value: number;
            }[];
            /** @description `value` is a speakerId. */
            speaker?: {
                count: number;
                name: string;
                value: number;
            }[];
            /** @description `value` is a topicId. */
            topic?: {
                count: number;
                name: string;
                value: number;
            }[];
            /** @description Of the items’ dates. */
            year?: {
                count: number;
                name: string;
                value: number;
            }[];
        };
        SearchRequest: {
            /** @description USFM book code, e.g. JHN. */
            book?: string;
            /** @description With `book`. */
            chapter?: number;
            collectionId?: number;
            /** Format: date */
            dateFrom?: string;
            /** Format: date */
            dateTo?: string;
            /** @description Counts to answer with: how many of all items found are of each collection, series and so on. */
            facets?: ("collection" | "series" | "speaker" | "topic" | "book" | "year")[];
            /** @default 10 */
            limit?: number;
            /**
             * @description By meaning and words, by meaning alone, by words alone.
             * @default hybrid
             * @enum {string}
             */
            mode?: "hybrid" | "semantic" | "keyword";
            /** @default 0 */
            offset?: number;
            /**
             * @description Passages shown of each item at most.
             * @default 3
             */
            passages?: number;
            /** @description Words, a question, a quotation in quotes, a scripture reference. */
            q: string;
            seriesId?: number;
            speakerId?: number;
            topicId?: number;
        };
        SearchResponse: {
            /** @description Where `facets` was asked for. */
            facets?: components["schemas"]["SearchFacets"];
            hasMore: boolean;
            interpretation: {
                /** @description The scripture that the query names; items with it come first. */
                scripture?: {
                    book: string;
                    bookName: string;
                    chapter: number | null;
                    chapterEnd: number | null;
                    citation: string;
                    verseEnd: number | null;
                    verseStart: number | null;
                };
            };
            limit: number;
            /**
             * @description What the answer was made by: `keyword` where meaning could not be asked.
             * @enum {string}
             */
            mode: "hybrid" | "semantic" | "keyword";
            offset: number;
            page: number;
            query: string;
            results: {
                item: components["schemas"]["PublicItem"];
                passages: components["schemas"]["FoundPassage"][];
                /** @description 0 to 1, comparable within one answer. */
                score: number;
            }[];
            /** @description Names this search in playback events. */
            searchId: string;
            tookMs: number;
            /** @description Whether the candidates were all there are. */
            totalIsExact: boolean;
            totalPages: number;
            /** @description Items among the candidates that were considered. */
            totalRecords: number;
        };
        Suggestion: {
            /** @description Of a scripture: USFM book code, e.g. JHN. */
            book: string | null;
            chapter: number | null;
            /** @description Of an item or a series. */
            collectionId: number | null;
            /**
             * Format: date
             * @description Of an item.
             */
            date: string | null;
            /** @description Where `text` answers what was typed: start and end, in UTF-16 units. */
            highlights: [
                number,
                number
            ][];
            /** @description Of the record; null for a scripture. */
            id: number | null;
            /** @description Title, name or citation. */
            text: string;
            /** @enum {string} */
            type: "item" | "speaker" | "series" | "topic" | "scripture";
            /** @description Of an item or a series. */
            urlSlug: string | null;
            verseEnd: number | null;
            verseStart: number | null;
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
    getCollectionFeed: {
        parameters: {
            query?: {
                page?: number;
            };
            header?: {
                "If-None-Match"?: string;
            };
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
                    /** @description A weak tag of the content, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/rss+xml": string;
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
    getPublicConfig: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description A weak tag of the content, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicConfig"];
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
    sendEvents: {
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
    getPublicItem: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
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
                    /** @description A weak tag of the content, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        item: components["schemas"]["PublicItemDetail"];
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
    getPublicChapters: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
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
                    /** @description A weak tag of the content, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        chapters: components["schemas"]["PublicChapter"][];
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
    getJsonChapters: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
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
                    /** @description A weak tag of the content, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json+chapters": components["schemas"]["JsonChapters"];
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
    getRelatedPublicItems: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: {
                "If-None-Match"?: string;
            };
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
                    /** @description A weak tag of the content, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["PublicItem"][];
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
    getPublicTranscript: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
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
                    /** @description A weak tag of the content, for `If-None-Match`. */
                    ETag?: string;
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
    getPublicItemBySlug: {
        parameters: {
            query?: {
                collectionId?: number;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description A weak tag of the content, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        item: components["schemas"]["PublicItemDetail"];
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
    getOEmbed: {
        parameters: {
            query: {
                format?: "json" | "xml";
                maxheight?: number;
                maxwidth?: number;
                url: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description A weak tag of the content, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OEmbed"];
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
    search: {
        parameters: {
            query: {
                book?: string;
                /** @description With `book`. */
                chapter?: number;
                collectionId?: number;
                dateFrom?: string;
                dateTo?: string;
                /** @description Counts to answer with: how many of all items found are of each collection, series and so on. Repeated, or with commas between. */
                facets?: ("collection" | "series" | "speaker" | "topic" | "book" | "year")[];
                limit?: number;
                /** @description By meaning and words, by meaning alone, by words alone. */
                mode?: "hybrid" | "semantic" | "keyword";
                offset?: number;
                /** @description Passages shown of each item at most. */
                passages?: number;
                /** @description Words, a question, a quotation in quotes, a scripture reference. */
                q: string;
                seriesId?: number;
                speakerId?: number;
                topicId?: number;
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
                    "application/json": components["schemas"]["SearchResponse"];
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
    searchByBody: {
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
                 *       "q": "why am I afraid of the dark valley",
                 *       "limit": 10,
                 *       "passages": 1
                 *     }
                 */
                "application/json": components["schemas"]["SearchRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResponse"];
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
    suggest: {
        parameters: {
            query: {
                limit?: number;
                /** @description What has been typed so far; its words may be begun or mistyped. */
                q: string;
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
                        /** @description Best first. */
                        suggestions: components["schemas"]["Suggestion"][];
                        tookMs: number;
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
    getSeriesFeed: {
        parameters: {
            query?: {
                page?: number;
            };
            header?: {
                "If-None-Match"?: string;
            };
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
                    /** @description A weak tag of the content, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/rss+xml": string;
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
    getSitemap: {
        parameters: {
            query?: {
                page?: number;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description A weak tag of the content, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
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
