import pulumi
import pulumi_vcluster_platform as platform

mia = platform.get_user_output(name="mia")

pulumi.export("email", mia.email)
