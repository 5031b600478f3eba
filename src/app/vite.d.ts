/**
 * What Vite makes of import.meta.glob: files by pattern, each fetched when asked for, or with the
 * module. Its own types are of development.
 */
interface ImportMeta {
  glob<T>(
    pattern: string | readonly string[],
    options: { import: 'default' },
  ): Record<string, () => Promise<T>>;
  glob<T>(
    pattern: string | readonly string[],
    options: { import: 'default'; eager: true },
  ): Record<string, T>;
}
