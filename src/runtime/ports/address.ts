import {
  MAX_ADDRESS_NAME,
  MAX_ADDRESS_TEXT,
  MAX_ADDRESS_VALUES,
  type AddressValues,
} from '../../contract/index.ts';

/** The parameters of an address that can fill in a form: none that is too long, and not too many. */
export const addressValues = (query: Readonly<Record<string, string>>): AddressValues =>
  Object.fromEntries(
    Object.entries(query)
      .filter(
        ([name, text]) =>
          text !== '' && name.length <= MAX_ADDRESS_NAME && text.length <= MAX_ADDRESS_TEXT,
      )
      .slice(0, MAX_ADDRESS_VALUES),
  );

/**
 * The whole address of a path of this site (it begins with one slash), as one hands it on; any
 * other text stays.
 */
export const absoluteUrl = (path: string): string =>
  /^\/(?![/\\])/.test(path) ? new URL(path, location.origin).href : path;
