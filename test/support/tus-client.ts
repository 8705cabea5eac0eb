/** Uploads in pieces with tus-js-client, as the console does. */
import { Upload, type UploadOptions } from 'tus-js-client';

/** @throws what the client gives up with */
export const tusUpload = (
  url: string,
  bytes: Buffer,
  options: Partial<UploadOptions> & { chunkSize: number },
): Promise<void> =>
  new Promise((resolve, reject) => {
    new Upload(bytes, {
      uploadUrl: url,
      retryDelays: Array.from({ length: 100 }, () => 50),
      ...options,
      onSuccess: () => resolve(),
      onError: reject,
    }).start();
  });
