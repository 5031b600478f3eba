import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import './openapi.css';

/** The reader of /openapi.json: for developers who write programs against the calls. Every request it makes is their own. */
SwaggerUI({
  url: '/openapi.json',
  domNode: document.getElementById('root'),
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  displayOperationId: true,
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  // Validation by somebody else's service would tell them what is called.
  validatorUrl: null,
});
