/** The SQL schema as types. Columns as stored: times as ISO 8601 UTC text, JSON as text, booleans as 0 or 1. */
import type { Generated, Insertable, Selectable } from 'kysely';
import type {
  AccountJobTable,
  JobHitTable,
  JobPartTable,
  JobResultTable,
  JobTable,
  LeaseTable,
  IndexVersionTable,
  UploadTable,
  IdempotencyKeyTable,
  RecentSaveTable,
  WebhookTable,
  WebhookDeliveryTable,
  VisitorSaltTable,
  SecretKeyCheckTable,
  BackupRunTable,
  RateLimitTable,
} from './system-tables.js';
import type {
  AccountTable,
  AccountUsageTable,
  AuditEntryTable,
  EmbedTokenTable,
  SampleRecordTable,
  StoredFileTable,
  TokenTable,
} from './tenancy-tables.js';
import type { ImportedEpisodeTable, ImportedFileTable } from './import-tables.js';
import type {
  ItemDraftTable,
  ItemRevisionTable,
  ItemSpeakerTable,
  ItemTable,
  ItemTopicTable,
  PreviewLinkTable,
} from './item-tables.js';
import type {
  AccountPersonTable,
  KnownDeviceTable,
  MembershipTable,
  OpenIdIdentityTable,
  PasskeyTable,
  PresenceTable,
  PersonLinkTable,
  PersonSessionTable,
  PersonTable,
  RecoveryCodeTable,
  SignInStepTable,
  TotpTable,
} from './people-tables.js';
import type {
  ProcessingStepTable,
  ProcessingTable,
  TranscriptionPartTable,
  TranscriptionTable,
  WritingTable,
} from './processing-tables.js';
import type {
  SuggestionDecisionTable,
  SuggestionTable,
  WaitingSuggestionTable,
} from './suggestion-tables.js';
import type {
  IgnoredQueryTable,
  SearchCheckTable,
  SearchPinTable,
  SearchRevisionTable,
  SearchSynonymTable,
} from './search-tables.js';
import type { Artwork, Authored, Dated, DeletedBy, Flag, Owned, SoftDeleted } from './table-parts.js';
import type { TrashView } from './trash-view.js';
import type {
  ChunkTable,
  TranscriptDraftTable,
  TranscriptPartTable,
  TranscriptRevisionTable,
  TranscriptTable,
  TranscriptTextTable,
} from './transcript-tables.js';

export type { Flag } from './table-parts.js';

export interface CollectionTable extends Owned, Dated, Authored, SoftDeleted {
  name: string;
  itemDescriptor: string;
  contentFormat: string;
  fullService: Flag;
  /** BCP 47; of items whose language is not known otherwise. */
  defaultLanguage: Generated<string | null>;
  /** JSON object with the settings of the podcast feed. */
  feed: Generated<string>;
  /** Cover image of the feed. */
  squareImgUrl: Generated<string | null>;
  squareImgMetadata: Generated<string | null>;
}
export interface VariantTypeTable extends Owned, DeletedBy {
  collectionId: number;
  name: string;
  contentType: string;
  indexable: Flag;
  displayOrder: number;
}
export interface SeriesTable extends Owned, Dated, Authored, SoftDeleted, Artwork {
  title: string;
  subTitle: string | null;
  collectionId: number;
  description: string | null;
  shortDescription: string | null;
  sortOrder: number;
  itemSortDirection: string;
  showItemOrderInSeries: Flag;
  urlSlug: string | null;
  colorHex: string | null;
  published: Flag | null;
}
export interface SpeakerTable extends Owned, Dated, Authored, SoftDeleted {
  name: string;
  bio: string | null;
  imageUrl: string | null;
  imageFilename: string | null;
}
export interface TopicTable extends Owned, Dated, Authored, SoftDeleted {
  name: string;
  displayOrder: number;
}
export interface ScriptureTable extends Owned, DeletedBy {
  itemId: number;
  /** USFM code */
  book: string;
  chapter: number;
  verseStart: number;
  verseEnd: number;
  keyVerse: Flag | null;
  suggested: Flag | null;
  accepted: Flag | null;
  displayOrder: number | null;
  /** 0 to 1 for an unchanged suggestion made by processing; null otherwise. */
  score: Generated<number | null>;
  /** Where in the recording the suggestion comes from. */
  startMs: Generated<number | null>;
  /** Whether it is suggested as the key verse. */
  suggestedKey: Generated<Flag | null>;
}
export interface MediaAssetTable extends Owned, DeletedBy {
  itemId: number;
  contentType: string;
  mimeType: string | null;
  variantTypeId: number | null;
  fileSizeBytes: number | null;
  durationSecs: number | null;
  bitrate: number | null;
  videoWidth: number | null;
  videoHeight: number | null;
  filename: string | null;
  originalFilename: string | null;
  externalPlatform: string | null;
  externalPlatformId: string | null;
  streamAssetId: string | null;
  streamPlaybackId: string | null;
  status: string;
  /** What is wrong with the file; null if nothing is. */
  errorMessage: Generated<string | null>;
  url: string | null;
  downloadUrl: string | null;
  waveformUrl: Generated<string | null>;
  posterUrl: Generated<string | null>;
  audioUrl: Generated<string | null>;
  streamUrl: Generated<string | null>;
  entryDate: string;
}
export interface ChapterTable extends Owned, DeletedBy {
  itemId: number;
  mediaAssetId: number;
  title: string;
  startMs: number;
  suggested: Flag | null;
  accepted: Flag | null;
  /** As for a scripture. */
  score: Generated<number | null>;
}
export interface ResourceTypeTable extends Owned, DeletedBy {
  name: string;
  displayOrder: number;
}
export interface ResourceTable extends Owned, DeletedBy {
  itemId: number;
  title: string;
  subTitle: string | null;
  description: string | null;
  resourceTypeId: number | null;
  displayOrder: number;
  contentType: string;
  fileMimeType: string | null;
  fileSizeBytes: number | null;
  originalFilename: string | null;
  externalPlatform: string | null;
  externalPlatformId: string | null;
  thumbnailImgUrl: string | null;
  url: string | null;
  linkTarget: string | null;
}
/** Changed by triggers whenever anything changes that the public may see. */
export interface ContentVersionTable {
  accountId: number;
  /** Never repeats. */
  version: string;
  changedDate: string;
}
export interface Tables {
  account: AccountTable;
  token: TokenTable;
  embedToken: EmbedTokenTable;
  sampleRecord: SampleRecordTable;
  person: PersonTable;
  membership: MembershipTable;
  personLink: PersonLinkTable;
  accountPerson: AccountPersonTable;
  personSession: PersonSessionTable;
  signInStep: SignInStepTable;
  totp: TotpTable;
  recoveryCode: RecoveryCodeTable;
  passkey: PasskeyTable;
  presence: PresenceTable;
  openIdIdentity: OpenIdIdentityTable;
  knownDevice: KnownDeviceTable;
  collection: CollectionTable;
  variantType: VariantTypeTable;
  series: SeriesTable;
  speaker: SpeakerTable;
  topic: TopicTable;
  item: ItemTable;
  itemSpeaker: ItemSpeakerTable;
  itemTopic: ItemTopicTable;
  itemDraft: ItemDraftTable;
  itemRevision: ItemRevisionTable;
  previewLink: PreviewLinkTable;
  scripture: ScriptureTable;
  mediaAsset: MediaAssetTable;
  chapter: ChapterTable;
  resourceType: ResourceTypeTable;
  resource: ResourceTable;
  transcript: TranscriptTable;
  transcriptRevision: TranscriptRevisionTable;
  transcriptDraft: TranscriptDraftTable;
  transcriptText: TranscriptTextTable;
  transcriptPart: TranscriptPartTable;
  chunk: ChunkTable;
  processing: ProcessingTable;
  processingStep: ProcessingStepTable;
  suggestion: SuggestionTable;
  waitingSuggestion: WaitingSuggestionTable;
  suggestionDecision: SuggestionDecisionTable;
  transcription: TranscriptionTable;
  transcriptionPart: TranscriptionPartTable;
  writing: WritingTable;
  importedFile: ImportedFileTable;
  importedEpisode: ImportedEpisodeTable;
  upload: UploadTable;
  idempotencyKey: IdempotencyKeyTable;
  recentSave: RecentSaveTable;
  webhook: WebhookTable;
  webhookDelivery: WebhookDeliveryTable;
  visitorSalt: VisitorSaltTable;
  secretKeyCheck: SecretKeyCheckTable;
  backupRun: BackupRunTable;
  rateLimit: RateLimitTable;
  storedFile: StoredFileTable;
  accountUsage: AccountUsageTable;
  auditEntry: AuditEntryTable;
  job: JobTable;
  accountJob: AccountJobTable;
  jobPart: JobPartTable;
  jobResult: JobResultTable;
  jobHit: JobHitTable;
  lease: LeaseTable;
  indexVersion: IndexVersionTable;
  contentVersion: ContentVersionTable;
  searchSynonym: SearchSynonymTable;
  ignoredQuery: IgnoredQueryTable;
  searchPin: SearchPinTable;
  searchRevision: SearchRevisionTable;
  searchCheck: SearchCheckTable;
  trash: TrashView;
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>;
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>;
