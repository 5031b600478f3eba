/**
 * What one server holds in memory beside its database: caches, registries and limiters. Each is a
 * class, and its one object is made when it is first asked for. Two servers in one process share
 * none of them, and they go with the server's Database.
 */
export class ServerState {
  readonly #pieces = new Map<new () => object, object>();

  of<T extends object>(kind: new () => T): T {
    const known = this.#pieces.get(kind) as T | undefined;
    if (known) return known;
    const made = new kind();
    this.#pieces.set(kind, made);
    return made;
  }
}

/** A database or one of its transactions: a way to the state of the server it belongs to. */
export interface HasServerState {
  readonly state: ServerState;
}
