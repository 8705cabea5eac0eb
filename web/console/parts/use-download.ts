/** Saves responses as files. Where the server demands it, people first confirm who they are. */
import { unwrap } from '../../../client/index.js';
import { useAction } from './use-action.js';

interface Result {
  data?: Blob;
  error?: unknown;
  response: Response;
}

interface Download {
  isRunning: boolean;
  /** @param request is sent again once the person has confirmed who they are */
  save(request: () => Promise<Result>): Promise<boolean>;
}

export const useDownload = (): Download => {
  const { run, isRunning } = useAction();
  return {
    isRunning,
    save: (request) =>
      run(async () => {
        const sent = request();
        const file = await unwrap(sent);
        saveAs(file, (await sent).response);
      }),
  };
};

/** Browsers read the file after the click. */
const REVOKED_MS = 60_000;

/** The server names the file. */
const saveAs = (file: Blob, { headers }: Response): void => {
  const [, filename = ''] = /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '') ?? [];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKED_MS);
};
