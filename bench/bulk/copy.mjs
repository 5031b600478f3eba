// COPY ... FROM STDIN over node-postgres' own connection.

/** Sends lines that are made already; resolves when PostgreSQL has them. */
export function copyInto(client, text, chunks) {
  return new Promise((resolve, reject) => {
    let failure;
    const ignore = () => undefined;
    client.query({
      submit: (wire) => wire.query(text),
      handleCopyInResponse(wire) {
        for (const chunk of chunks) wire.sendCopyFromChunk(chunk);
        wire.endCopyFrom();
      },
      handleError(error) {
        failure = error;
        reject(error);
      },
      handleReadyForQuery() {
        if (!failure) resolve();
      },
      handleCommandComplete: ignore,
      handleRowDescription: ignore,
      handleDataRow: ignore,
      handlePortalSuspended: ignore,
      handleEmptyQuery: ignore,
    });
  });
}
