// A certificate for localhost that signs itself, valid for a century, and its key. Made for tests and known to everyone.

export const testCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQmHgqkKjU90VZLMe
G/RvHOnPiKQmWWFBae8y42SU2kmhRANCAAQRpllTS250Garpz++jJHH7Af3Wwvwh
+JwUBTomDQPn1rvk0Omw2uomHAedipbKWR7bqYp1WzP2ALiTC/dTs9oB
-----END PRIVATE KEY-----
`,
  certificate: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUJF67u5ZmSaeap/KRArMjlkn9H2QwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExNTA1MTUxM1oYDzIxMjYxMDIy
MDUxNTEzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQRpllTS250Garpz++jJHH7Af3Wwvwh+JwUBTomDQPn1rvk0Omw2uom
HAedipbKWR7bqYp1WzP2ALiTC/dTs9oBo28wbTAdBgNVHQ4EFgQUdREXx6mIs2c2
uDGZZHzlgytz0xgwHwYDVR0jBBgwFoAUdREXx6mIs2c2uDGZZHzlgytz0xgwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgEfT7/EU8oxoFKxLATjP23kUQQ4D5LPMlOfSmwx9BYX8CIQCE
Tm3ry5tcnScUMZ/cPbG9nt1t82fVn327AqkklzuFcA==
-----END CERTIFICATE-----
`,
};
