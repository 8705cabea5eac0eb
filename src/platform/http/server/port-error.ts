/** Why a server cannot listen, with what to do. */
export const portError = (error: NodeJS.ErrnoException, port: number): Error =>
  error.code === 'EADDRINUSE'
    ? new Error(
        `Port ${port} is in use by another program. Set PORT, PUBLIC_PORT and CONSOLE_PORT to free ports.`,
      )
    : error;
