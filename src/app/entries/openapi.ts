import SwaggerUI, { type SwaggerResponse } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import './openapi.css';

const DOCUMENT = '/openapi.json';

/**
 * The document with this host as its server: a company's own host is another than the one the
 * document names.
 */
function servedHere(response: SwaggerResponse): SwaggerResponse {
  if (!response.ok || new URL(response.url).pathname !== DOCUMENT) return response;
  const document = {
    ...(JSON.parse(response.text) as object),
    servers: [{ url: location.origin }],
  };
  return Object.assign(response, { text: JSON.stringify(document) });
}

/**
 * The reader of /openapi.json: for developers who write programs against the calls. Every request
 * it makes is their own.
 */
SwaggerUI({
  url: DOCUMENT,
  responseInterceptor: servedHere,
  domNode: document.getElementById('root'),
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  displayOperationId: true,
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  // An external validator would learn which calls exist.
  validatorUrl: null,
});
