{{/* Names and labels of all objects. */}}
{{- define "gateway.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "gateway.selector" -}}
app.kubernetes.io/name: gateway
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "gateway.labels" -}}
{{ include "gateway.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{/* Every listener serves TLS where a certificate is set; the kubelet does not compare it. */}}
{{- define "gateway.scheme" -}}
{{- if .Values.env.TLS_CERT_FILE -}} HTTPS {{- else -}} HTTP {{- end -}}
{{- end -}}
