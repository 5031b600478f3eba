/** Addresses of the build centre, where what is told about can be changed. */
const BUILD = '/build.html#';

export const objectLink = (apiName: string): string =>
  `${BUILD}/object/${encodeURIComponent(apiName)}`;
export const formLink = (apiName: string, formId: string): string =>
  `${objectLink(apiName)}/form/${formId}`;
export const pageLink = (key: string): string => `${BUILD}/page/${encodeURIComponent(key)}`;
