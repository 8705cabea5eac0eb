/** Wires the transcripts: services, their routes, and the threads that work on long texts. */
import { emptyModule, type Module, type ModuleContext } from '../../platform/module.js';
import { createThreadPool, LONG_TEXTS } from '../../platform/lib/thread-pool.js';
import type { SignedLinks } from '../../platform/secrets/signed-links.js';
import { transcriptDraftRoutes } from './transcript-draft.routes.js';
import { createTranscriptDraftService } from './transcript-draft.service.js';
import { transcriptEditRoutes } from './transcript-edit.routes.js';
import { createTranscriptEditService } from './transcript-edit.service.js';
import { transcriptTasks, type TranscriptThreads } from './transcript-tasks.js';
import { unusedTextMaintenance } from './transcript-text.repository.js';
import { transcriptUploadRoutes } from './transcript-upload.routes.js';
import { createTranscriptUploadService } from './transcript-upload.service.js';
import { keepTranscript } from './transcript.repository.js';
import { transcriptRoutes } from './transcript.routes.js';
import { createTranscriptService } from './transcript.service.js';

export const createTranscriptsModule = (
  { db, clock }: ModuleContext,
  { signedLinks }: { signedLinks: SignedLinks },
) => {
  const threads: TranscriptThreads = createThreadPool({
    ...LONG_TEXTS,
    tasks: transcriptTasks,
    entry: './transcript-thread',
    importer: import.meta.url,
  });
  const deps = { db, clock, threads };
  const transcripts = createTranscriptService({ ...deps, signedLinks });
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
