/** Sends a file to the address that the server gave for it. */

/** @param progress gets the bytes sent so far */
export const sendFile = (
  url: string,
  file: Blob,
  type: string,
  progress: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    // fetch reports no progress of what it sends.
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.setRequestHeader('Content-Type', type);
    request.upload.addEventListener('progress', ({ loaded }) => progress(loaded));
    request.addEventListener('load', () =>
      request.status >= 200 && request.status < 300
        ? resolve()
        : reject(new Error(`The upload failed with status ${request.status}`)),
    );
    request.addEventListener('error', () => reject(new Error('The upload was interrupted')));
    signal?.addEventListener('abort', () => {
      request.abort();
      reject(new DOMException('Aborted', 'AbortError'));
    });
    request.send(file);
  });
