/**
 * Id of what is being sent: the same content again is the same attempt, so that a retry after a lost
 * answer writes once.
 */
export class Attempt {
  private last: { readonly content: string; readonly requestId: string } | null = null;

  requestIdFor(given: unknown): string {
    const content = JSON.stringify(given);
    if (this.last?.content !== content) this.last = { content, requestId: crypto.randomUUID() };
    return this.last.requestId;
  }
  /** It has been answered: the same content from now on is meant to be written once more. */
  forget(): void {
    this.last = null;
  }
}
