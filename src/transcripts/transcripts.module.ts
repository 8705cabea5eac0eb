/** Wires the transcripts: services, their routes, and the threads that work on long texts. */
import { emptyModule, type Module, type ModuleContext } from '../platform/module.js';
import { createThreadPool, LONG_TEXTS } from '../platform/lib/thread-pool.js';
import { transcriptDraftRoutes } from './drafts/transcript-draft.routes.js';
import { createTranscriptDraftService } from './drafts/transcript-draft.service.js';
import { transcriptEditRoutes } from './editing/transcript-edit.routes.js';
import { createTranscriptEditService } from './editing/transcript-edit.service.js';
import { transcriptTasks, type TranscriptThreads } from './transcript-tasks.js';
import { unusedTextMaintenance } from './stored/transcript-text.repository.js';
import { transcriptUploadRoutes } from './stored/transcript-upload.routes.js';
import { createTranscriptUploadService } from './stored/transcript-upload.service.js';
import { keepTranscript } from './stored/transcript.repository.js';
import { transcriptRoutes } from './reading/transcript.routes.js';
import { createTranscriptService } from './reading/transcript.service.js';

export const createTranscriptsModule = ({ db, clock }: ModuleContext) => {
  const threads: TranscriptThreads = createThreadPool({
    ...LONG_TEXTS,
    tasks: transcriptTasks,
    entry: './transcript-thread',
    importer: import.meta.url,
  });
  const deps = { db, clock, threads };
  const transcripts = createTranscriptService(deps);
  const transcriptUploads = createTranscriptUploadService(deps);
  return {
    ...emptyModule,
    endpoints: {
      private: [
        ...transcriptUploadRoutes(transcriptUploads),
        ...transcriptRoutes(transcripts),
        ...transcriptEditRoutes(createTranscriptEditService(deps)),
        ...transcriptDraftRoutes(createTranscriptDraftService(deps)),
      ],
    },
    maintenance: [unusedTextMaintenance({ db, clock })],
    transcripts,
    transcriptUploads,
    threads,
    keepTranscript,
    close: () => threads.close(),
  } satisfies Module & Record<string, unknown>;
};
