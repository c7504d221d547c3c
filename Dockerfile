# The gateway as an image: one process, no shell, not root, and a root file system that may be read-only.
# docker build --tag gateway .
# A release brings the binaries of both platforms in place of the stage: docker buildx build --build-context build=…
FROM oven/bun:1.4.4-slim AS build
ARG TARGETARCH
WORKDIR /source
COPY package.json bun.lock bunfig.toml ./
COPY scripts/patches scripts/patches
RUN bun install --frozen-lockfile --production --omit=peer
COPY . .
RUN bun --no-install scripts/build.ts /out/$TARGETARCH/gateway && mkdir /out/data

FROM gcr.io/distroless/cc-debian12:nonroot
ARG TARGETARCH
COPY --from=build /out/$TARGETARCH/gateway /usr/local/bin/gateway
# Docker makes a new volume with the owner of what it covers.
COPY --from=build --chown=65532:65532 /out/data /data
# TMPDIR: the one folder that a read-only root leaves. container: what tools of Linux look at, and what `gateway upgrade` refuses by.
ENV HOST=0.0.0.0 DATA_DIR=/data TMPDIR=/data container=oci
USER 65532:65532
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s CMD ["/usr/local/bin/gateway", "health"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/local/bin/gateway"]
CMD ["serve"]
