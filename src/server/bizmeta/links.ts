/** Addresses of the build centre, where the subject of a message can be changed. */
const BUILD = '/build.html#';

export const objectLink = (apiName: string): string =>
  `${BUILD}/object/${encodeURIComponent(apiName)}`;
export const appLink = (appId: string): string => `${BUILD}/app/${encodeURIComponent(appId)}`;
export const formLink = (apiName: string, formId: string): string =>
  `${objectLink(apiName)}/form/${formId}`;
export const pageLink = (key: string): string => `${BUILD}/page/${encodeURIComponent(key)}`;
