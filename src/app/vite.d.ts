/** What Vite makes of import.meta.glob: files by pattern, each fetched when asked for. Its own types are of development. */
interface ImportMeta {
  glob<T>(
    pattern: string | readonly string[],
    options: { import: 'default' },
  ): Record<string, () => Promise<T>>;
}
